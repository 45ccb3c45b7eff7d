import { expect } from 'vitest'
import type * as z from 'zod'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { createApp } from '../../../src/app.ts'

type Json = Record<string, unknown>
type Answer = z.output<typeof DecisionResponse>
type Decision = Answer['decisions'][number]
type FullFilter = Extract<Decision['filter'], { feasible: string[] }>
/** With `explain: "full"`, which is what tests ask for unless they say otherwise. */
type FullDecision = Omit<Decision, 'filter'> & { filter?: FullFilter | null | undefined }

/** What a test says of a request; the rest is a cluster without anything special. */
export interface ClassicCase {
  profile?: 'classic-1.10' | 'classic-1.11' | 'classic-1.12'
  nodes: Json[]
  running?: Json[]
  pods?: Json[]
  /** Further kinds of the snapshot. */
  snapshot?: Json
  policy?: Json
  options?: Json
}

const app = createApp()

export async function send(one: ClassicCase): Promise<Response> {
  const { profile = 'classic-1.11', nodes, running = [], pods = [makePod('new')] } = one
  return await app.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      snapshot: { nodes, pods: running, ...one.snapshot },
      pods,
      profile,
      ...(one.policy === undefined ? {} : { config: one.policy }),
      options: { absentKinds: 'empty', ...one.options },
    }),
  })
}

/** The answer to a request that must be accepted. */
export async function answer(
  one: ClassicCase,
): Promise<Omit<Answer, 'decisions'> & { decisions: FullDecision[] }> {
  const response = await send(one)
  expect(response.status).toBe(200)
  const { decisions, ...rest } = DecisionResponse.parse(await response.json())
  // Tests that ask for less do not read the filter's lists.
  return { ...rest, decisions: decisions as FullDecision[] }
}

/** The first decision of it. */
export async function decide(one: ClassicCase): Promise<FullDecision> {
  const [decision] = (await answer(one)).decisions
  if (decision === undefined) throw new Error('no decision')
  return decision
}

/** Scores of one priority, by node. */
export async function scoresOf(
  priority: string,
  one: ClassicCase,
): Promise<Record<string, number | undefined>> {
  const { scores = [] } = await decide(one)
  return Object.fromEntries(scores.map(({ node, plugins }) => [node, plugins[priority]?.score]))
}

/** What a policy is refused for: pointers and messages. */
export async function refusals(one: ClassicCase): Promise<{ pointer: string; message: string }[]> {
  const response = await send(one)
  expect(response.status).toBe(422)
  const { code, errors } = (await response.json()) as {
    code: string
    errors: { pointer: string; message: string }[]
  }
  expect(code).toBe('invalid-config')
  return errors.map(({ pointer, message }) => ({ pointer, message }))
}

const ROOM = { cpu: '16', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' }

export function makeNode(name: string, over: Json = {}): Json {
  const { labels = {}, annotations = {}, allocatable = ROOM, spec = {}, status = {} } = over
  return {
    metadata: { name, labels, annotations },
    spec,
    status: { allocatable, ...(status as Json) }, // made by the tests, always an object
  }
}

export function makePod(name: string, over: Json = {}): Json {
  const { labels = {}, requests, metadata = {}, status = {}, ...spec } = over
  const resources = requests === undefined ? {} : { resources: { requests } }
  return {
    metadata: { name, uid: name, labels, ...(metadata as Json) }, // as above
    spec: { containers: [{ name: 'main', image: 'app:1', ...resources }], ...spec },
    status,
  }
}

/** A policy of these priorities, each with weight 1, and no predicates but the mandatory ones. */
export function scoringBy(...priorities: (string | Json)[]): Json {
  return {
    kind: 'Policy',
    apiVersion: 'v1',
    predicates: [],
    priorities: priorities.map((one) => (typeof one === 'string' ? { name: one, weight: 1 } : one)),
  }
}
