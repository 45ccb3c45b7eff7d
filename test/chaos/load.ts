import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../store/test-runtime.ts'
import { preemptionOf } from '../support/preemption-of.ts'
import type { Served } from './processes.ts'

/** What callers were told, and what they were not. */
export interface Account {
  /** By kind and id: the number and hash that were acknowledged. */
  readonly acknowledged: Map<string, { readonly sequence: number; readonly hash: string }>
  /** Decisions whose caller gave up without an acknowledgement. */
  readonly open: Set<string>
  readonly answers: Map<string, number>
  readonly latenciesMs: number[]
  readonly complaints: string[]
}

export const CLUSTER = 'chaos'
export const TOKEN = 'admin-of-the-chaos'

export interface Load {
  readonly servers: readonly Served[]
  readonly untilMs: number
  readonly account: Account
  readonly seed: number
}

const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
const CALL_MS = 20_000
const TRIES = 6

/** A caller that decides one preemption after another, and repeats what was not acknowledged. */
export async function decideOn(load: Load, caller: number): Promise<void> {
  const random = seededRandom(load.seed + caller)
  const { account } = load
  for (let index = 0; Date.now() < load.untilMs; index++) {
    const audit = random() < 0.3 ? 'required' : 'optional'
    const options = { explain: 'decision', audit }
    const name = `web-${caller}-${index}`
    const body = JSON.stringify(preemptionOf(CLUSTER, name, [`team-${caller % 7}`], options))
    const startedMs = performance.now()
    const told = await repeat(load, random, 'POST', '/v1/decisions', body, readRecorded)
    if (told === null) {
      account.open.add(name)
      continue
    }
    account.latenciesMs.push(performance.now() - startedMs)
    for (const { id, sequence, hash } of told) note(account, `preemption ${id}`, { sequence, hash })
    if (random() < 0.3) await report(load, random, told[0]?.id ?? '')
  }
}

async function report(load: Load, random: () => number, id: string): Promise<void> {
  const path = `/v1/clusters/${CLUSTER}/preemptions/${id}/outcome`
  const body = JSON.stringify({ outcome: random() < 0.5 ? 'executed' : 'failed' })
  const told = await repeat(load, random, 'POST', path, body, (answer) => {
    const { kind, sequence, hash } = answer
    return kind === 'outcome' ? { sequence: Number(sequence), hash: String(hash) } : null
  })
  if (told !== null) note(load.account, `outcome ${id}`, told)
}

/** Somebody who creates, changes and deletes PriorityClasses all the time. */
export async function changeClasses(load: Load): Promise<void> {
  const random = seededRandom(load.seed + 1000)
  for (let index = 0; Date.now() < load.untilMs; index++) {
    const path = `/v1/clusters/${CLUSTER}/priorityclasses/class-${index % 5}`
    const body = JSON.stringify({ value: index % 5, description: `change ${index}` })
    await repeat(load, random, 'PUT', path, body, (answer) => (answer['kind'] ? true : null))
    await sleep(300)
  }
}

/** Somebody who verifies all the time: nobody tampers here, so nothing may be found. */
export async function verifyMeanwhile(load: Load): Promise<void> {
  const random = seededRandom(load.seed + 2000)
  while (Date.now() < load.untilMs) {
    const path = `/v1/clusters/${CLUSTER}/preemptions/verify`
    const answer = await call(load, random, 'GET', path)
    count(load.account, `verify ${answer.status} ${answer.body['status'] ?? ''}`)
    if (answer.body['status'] === 'broken') {
      load.account.complaints.push(`verify: ${JSON.stringify(answer.body['fault'])}`)
    }
    await sleep(500)
  }
}

function note(
  { acknowledged, complaints }: Account,
  key: string,
  told: { sequence: number; hash: string },
): void {
  const before = acknowledged.get(key)
  if (before !== undefined && before.hash !== told.hash) complaints.push(`${key} has two hashes`)
  acknowledged.set(key, told)
}

interface Answer {
  /** 0: no answer. */
  readonly status: number
  readonly body: Record<string, unknown>
}

async function repeat<T>(
  load: Load,
  random: () => number,
  method: string,
  path: string,
  body: string,
  read: (answer: Record<string, unknown>) => T | null,
): Promise<T | null> {
  for (let tried = 0; tried < TRIES; tried++) {
    const answer = await call(load, random, method, path, body)
    const told = answer.status >= 200 && answer.status < 300 ? read(answer.body) : null
    const audit = answer.body['audit'] as { status?: string } | undefined
    count(load.account, `${method} ${answer.status} ${audit?.status ?? answer.body['code'] ?? ''}`)
    if (told !== null) return told
    if (answer.status === 500 || answer.body['code'] === 'audit-broken') {
      load.account.complaints.push(JSON.stringify(answer.body))
    }
    await sleep(50 + 200 * random())
  }
  return null
}

async function call(
  { servers }: Load,
  random: () => number,
  method: string,
  path: string,
  body?: string,
): Promise<Answer> {
  const up = servers.filter((server) => server.isUp())
  const server = up[Math.floor(random() * up.length)]
  if (server === undefined) return { status: 0, body: {} }
  try {
    const signal = AbortSignal.timeout(CALL_MS)
    const init = { method, headers: HEADERS, signal, ...(body === undefined ? {} : { body }) }
    const response = await fetch(`${server.url}${path}`, init)
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return { status: 0, body: {} }
  }
}

function count({ answers }: Account, what: string): void {
  answers.set(what, (answers.get(what) ?? 0) + 1)
}

interface Recorded {
  readonly id: string
  readonly sequence: number
  readonly hash: string
}

function readRecorded(answer: Record<string, unknown>): readonly Recorded[] | null {
  const audit = answer['audit'] as { status: string; records: Recorded[] } | undefined
  return audit?.status === 'recorded' ? audit.records : null
}
