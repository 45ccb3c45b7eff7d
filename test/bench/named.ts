import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

/**
 * Requests that name a snapshot, over HTTP to a server of its own: each pod asks for something else, and
 * so shares nothing that was found out. `npm run bench:named -- [NODES] [REQUESTS]`.
 */

const [nodeCount = 5000, requestCount = 200] = process.argv.slice(2).map(Number)
const RUNNING_A_NODE = 2
/** A server has answered so many before one is measured: the first ones compile its code. */
const WARM_UP = 100
const FEW = 30

const env = { ...process.env, PORT: '0', BERTH_THREADS: '1', EXTENDER_SNAPSHOT: 'bench' }
const server = spawn(process.execPath, ['src/server.ts'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(server.stdout, 'data')
server.stdout.resume()
const base = /https?:\/\/\S+/.exec(String(line))?.[0] ?? ''

const nodes = Array.from({ length: nodeCount }, (_, at) =>
  makeNode(`n${at}`, { zone: `z${at % 3}` }),
)
const names = nodes.map((_, at) => `n${at}`)
const pods = Array.from({ length: nodeCount * RUNNING_A_NODE }, (_, at) =>
  makePod(`p${at}`, {
    node: `n${at % nodeCount}`,
    labels: { app: `a${at % 50}` },
    requests: { cpu: '500m' },
  }),
)
const absent = ['namespaces', 'services', 'replicationControllers', 'replicaSets', 'statefulSets']
const empty = Object.fromEntries(absent.map((kind) => [kind, []]))

async function send(method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok || text.includes('"Error":"n')) throw new Error(text.slice(0, 2000))
}

const unlike = (at: number) => makePod(`new-${at}`, { requests: { cpu: `${100 + at}m` } })

async function measure(
  what: string,
  ask: (at: number) => Promise<void>,
  count = requestCount,
): Promise<void> {
  const times: number[] = []
  const warmUp = Math.min(WARM_UP, count)
  for (let at = 0; at < warmUp + count; at++) {
    const started = performance.now()
    await ask(at)
    if (at >= warmUp) times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const of = (share: number) =>
    (times[Math.ceil(share * times.length) - 1] ?? 0).toFixed(1).padStart(7)
  console.log(`${what.padEnd(28)} median ${of(0.5)} ms   p99 ${of(0.99)} ms`)
}

console.log(
  `${nodeCount} nodes, ${pods.length} running pods, ${requestCount} unlike pods, one thread`,
)
await send('PUT', '/v1/snapshots/bench', { nodes, pods, ...empty })
await measure('decisions', (at) =>
  send('POST', '/v1/decisions', {
    snapshot: { name: 'bench' },
    pod: unlike(at),
    options: { explain: 'decision' },
  }),
)
const snapshot = { name: 'bench' }
for (const [question, body] of [
  ['explanations', (at: number) => ({ pod: unlike(at) })],
  ['capacity', (at: number) => ({ mix: [{ pod: unlike(at) }], max: 10 })],
  [
    'comparisons',
    (at: number) => ({ pods: [unlike(at)], a: {}, b: { profile: 'kubernetes-1.34' } }),
  ],
  ['drains', (at: number) => ({ nodes: [`n${at}`] })],
  ['queue', () => ({ now: '2026-01-02T03:04:05Z' })],
] as const) {
  await measure(question, (at) => send('POST', `/v1/${question}`, { snapshot, ...body(at) }), FEW)
}
for (const verb of ['filter', 'prioritize']) {
  await measure(`extender: ${verb}`, (at) =>
    send('POST', `/webhooks/extender/${verb}`, { Pod: unlike(at), NodeNames: names }),
  )
}
await measure('PATCH of one pod', (at) =>
  send('PATCH', '/v1/snapshots/bench', { put: { pods: [makePod(`p${at}`, { node: 'n0' })] } }),
)
const put = () => send('PUT', '/v1/snapshots/bench', { nodes, pods, ...empty })
await measure('PUT of the whole', put, 10)
server.kill()
