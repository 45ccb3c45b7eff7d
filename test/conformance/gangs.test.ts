import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { RECORDED_AT } from './case-request.ts'
import type { Case } from './corpus.ts'

interface GangPod {
  readonly pod: string
  readonly outcome: string
  readonly node?: string
  readonly nominatedNode?: string
  readonly message?: string
}

interface GangAnswer {
  readonly pods: readonly GangPod[]
  readonly groups:
    | readonly { group: string; status: string; reason: string; message?: string }[]
    | null
  readonly victims?: readonly string[]
}

interface Named {
  readonly namespace: string
  readonly name: string
}

interface Answered {
  readonly decisions: readonly {
    readonly pod: Named
    readonly outcome: string
    readonly node: string | null
    readonly nominatedNode: string | null
    readonly message: string | null
    readonly filter: { readonly preFilter: { readonly plugin: string } | null } | null
    readonly preemption: { readonly victims: readonly Named[] } | null
  }[]
  readonly groups: readonly {
    readonly group: string
    readonly status: string
    readonly reason: string
    readonly message: string
    readonly victims: readonly Named[]
  }[]
}

/** Each with the release that answered it, and how many cases it has. */
const FAMILIES = [
  ['gang', 'v1.37.1', 40],
  ['mixed', 'v1.37.1', 129],
  ['v1alpha2', 'v1.36.3', 200],
  ['v1alpha1', 'v1.35.4', 200],
] as const
const app = createApp()

describe('pod groups', () => {
  it.each(FAMILIES)('%s: are decided as %s decided them', async (family, release, count) => {
    const cases = readLines<Case>(`${family}.cases.ndjson.gz`)
    const answers = readLines<GangAnswer>(`${family}.${release}.ndjson.gz`)
    const different: unknown[] = []
    for (const [index, one] of cases.entries()) {
      const answer = answers[index]
      if (answer === undefined) throw new Error(`no answer to ${one.name}`)
      const want = sorted(answer)
      const got = sorted(inRecordedShape(await ask(one, release), leaving(one)))
      if (JSON.stringify(want) !== JSON.stringify(got))
        different.push({ name: one.name, want, got })
    }
    expect(different).toEqual([])
    expect(cases.length).toBe(count)
  })

  it('are refused where a release that knows none is asked', async () => {
    const pods = [{ metadata: { name: 'web' }, spec: {} }]
    const response = await app.request('/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        snapshot: { nodes: [] },
        pods,
        profile: 'kubernetes-1.34',
        options: { gangs: true },
      }),
    })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('/options/gangs')
  })
})

function readLines<T>(file: string): T[] {
  const bytes = readFileSync(new URL(`data/gang/${file}`, import.meta.url))
  const lines = gunzipSync(bytes).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

async function ask({ snapshot, pods }: Case, release: string): Promise<Answered> {
  const response = await app.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      snapshot,
      pods,
      profile: `kubernetes-${release.slice(1, 5)}`,
      options: { gangs: true, defaulting: false, now: RECORDED_AT },
    }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answered
}

/** Who is being deleted already is not deleted once more, and so not recorded. */
function leaving({ snapshot }: Case): Set<string> {
  const { pods } = snapshot as { pods: { metadata: Named & { deletionTimestamp?: string } }[] }
  const gone = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
  return new Set(gone.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`))
}

function inRecordedShape(
  { decisions, groups }: Answered,
  leavingAlready: ReadonlySet<string>,
): GangAnswer {
  const nameOf = ({ namespace, name }: Named) => `${namespace}/${name}`
  const ofPods = decisions.flatMap(({ preemption }) => preemption?.victims ?? [])
  const victims = [...ofPods, ...groups.flatMap((group) => group.victims)]
    .map(nameOf)
    .filter((name) => !leavingAlready.has(name))
  return {
    pods: decisions.map(({ pod, outcome, node, nominatedNode, message, filter }) => {
      const gate = outcome === 'gated' && message ? `${filter?.preFilter?.plugin}: ` : ''
      return {
        pod: nameOf(pod),
        outcome,
        ...(node === null ? {} : { node }),
        ...(nominatedNode === null ? {} : { nominatedNode }),
        ...(message ? { message: gate + message } : {}),
      }
    }),
    groups: groups.map(({ group, status, reason, message }) => ({
      group,
      status,
      reason,
      ...(message === '' ? {} : { message }),
    })),
    ...(victims.length === 0 ? {} : { victims }),
  }
}

/** The recording lists pods as they were asked for, groups and victims by name, each victim once. */
function sorted({ pods, groups, victims }: GangAnswer) {
  return {
    pods: [...pods].sort((a, b) => (a.pod < b.pod ? -1 : 1)),
    groups: [...(groups ?? [])].sort((a, b) => (a.group < b.group ? -1 : 1)),
    victims: [...new Set(victims)].sort(),
  }
}
