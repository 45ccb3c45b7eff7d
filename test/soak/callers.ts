import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { seededRandom } from '../../src/scheduler/score/select-host.ts'
import { mutate, oneOf, type Random } from '../hostile/mutate.ts'
import { type RealRequest, realRequests } from '../hostile/real-requests.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

export interface Traffic {
  readonly url: string
  readonly seconds: number
  readonly callers: number
  readonly seed: number
}

const LARGE_NODES = 3000
const LARGE_PODS = 40

/** Requests of several callers until the time is over; tells how often each status was answered. */
const { url, seconds, callers, seed } = workerData as Traffic // set by main.ts
const endMs = performance.now() + seconds * 1000
const real = realRequests()
const large: RealRequest = { path: '/v1/decisions', body: largeCluster() }
const statuses = new Map<string, number>()
await Promise.all(
  Array.from({ length: callers }, (_, caller) => call(seededRandom(seed * 1000 + caller))),
)
parentPort?.postMessage(statuses)

async function call(random: Random): Promise<void> {
  while (performance.now() < endMs) {
    const roll = random()
    const request = roll < 0.05 ? large : oneOf(real, random)
    const text = roll < 0.3 ? mutate(request.body, random) : JSON.stringify(request.body)
    const status = await ask(request, text, random() < 0.05)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === '429') await sleep(100)
  }
}

async function ask({ path }: RealRequest, text: string, leaves: boolean): Promise<string> {
  const caller = new AbortController()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }
  try {
    const response = await fetch(`${url}${path}`, { ...init, signal: caller.signal })
    if (leaves) {
      caller.abort()
      return 'left'
    }
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return `broken: ${error instanceof Error ? error.message : String(error)}`
  }
}

function largeCluster(): object {
  const nodes = Array.from({ length: LARGE_NODES }, (_, index) => makeNode(`n${index}`))
  const pods = Array.from({ length: LARGE_PODS }, (_, index) => makePod(`p${index}`))
  return { snapshot: { nodes, pods: [] }, pods, options: { explain: 'summary' } }
}
