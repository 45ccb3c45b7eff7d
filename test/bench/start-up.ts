/**
 * `npm run bench:start-up`, after `npm run build`, on Linux: the CPU time that workerd spends until it
 * takes requests with each Worker, over what it spends with an empty one, and on the first decision of
 * an isolate, which evaluates the app. Exits with 1 above the bound.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** A CommonJS package of wrangler's: its default export is the path of the binary. */
const { default: workerd }: { default: string } = createRequire(import.meta.url)('workerd')

const ROUNDS = 15
/** Of the best round: whatever else a machine does adds to the others, even to their CPU time. */
const BOUNDS_MS = [
  ['worker', 60],
  ['worker-with-store', 75],
] as const

/** Requests that find the app unevaluated at once: none may wait for what another began. */
const CROWD = 20

const DECISION = JSON.stringify({
  snapshot: {
    nodes: [{ metadata: { name: 'a' }, status: { allocatable: { cpu: '4', pods: '110' } } }],
  },
  pod: { metadata: { name: 'web' }, spec: { containers: [{ name: 'c' }] } },
  options: { absentKinds: 'empty' },
})

interface Candidate {
  readonly name: string
  readonly config: string
  /** CPU time of each round until it listened, and between then and the first answer. */
  readonly startMs: number[]
  readonly firstMs: number[]
}

const scratch = mkdtempSync(join(tmpdir(), 'berth-start-up-'))
try {
  const empty = candidateOf('empty', [['worker.js', 'export default { fetch() {} }']])
  const bundles = BOUNDS_MS.map(([name]) => candidateOf(name, read(name)))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const candidate of [empty, ...bundles]) await start(candidate)
  }
  for (const bundle of bundles) await start({ ...bundle, startMs: [], firstMs: [] }, CROWD)
  for (const [index, [name, boundMs]] of BOUNDS_MS.entries()) {
    const bundle = bundles[index]
    if (bundle === undefined || tell(bundle, empty) <= boundMs) continue
    console.error(`${name} takes more than ${boundMs} ms to start`)
    process.exitCode = 1
  }
} finally {
  rmSync(scratch, { recursive: true })
}

/** The modules of a bundle, its entry first, as workerd wants them. */
function read(name: string): [string, Uint8Array][] {
  const folder = fileURLToPath(new URL(`../../dist/${name}/`, import.meta.url))
  const modules = readdirSync(folder).filter((file) => /\.(js|wasm)$/.test(file))
  modules.sort((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))
  return modules.map((file) => [file, readFileSync(join(folder, file))])
}

function candidateOf(
  name: string,
  modules: readonly (readonly [string, string | Uint8Array])[],
): Candidate {
  const embedded = modules.map(([file, content]) => {
    writeFileSync(join(scratch, `${name}-${file}`), content)
    const kind = file.endsWith('.wasm') ? 'wasm' : 'esModule'
    return `(name = "./${file}", ${kind} = embed "${name}-${file}")`
  })
  const config = join(scratch, `${name}.capnp`)
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  compatibilityDate = "2026-11-01",
  modules = [${embedded.join(', ')}],
  bindings = [(name = "BERTH_OPEN", text = "true")]
);
`,
  )
  return { name, config, startMs: [], firstMs: [] }
}

/** It says that it listens once the Worker is compiled and its global scope was evaluated. */
async function start({ name, config, startMs, firstMs }: Candidate, requests = 1): Promise<void> {
  const child = spawn(workerd, ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  try {
    const port = await listening(child)
    const startedMs = cpuMs(child)
    startMs.push(startedMs)
    if (name === 'empty') return
    await Promise.all(Array.from({ length: requests }, () => decide(port)))
    firstMs.push(cpuMs(child) - startedMs)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** What the scheduler of Linux has counted for all threads of a process. */
function cpuMs({ pid }: ChildProcess): number {
  const tasks = `/proc/${pid}/task`
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}

async function decide(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: DECISION,
  })
  const answer = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${answer}`)
}

async function listening(child: ChildProcess): Promise<number> {
  const control = child.stdio[3] as Readable // a pipe that is read
  for await (const line of control) {
    const port = /"event":"listen".*"port":(\d+)/.exec(String(line))?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error('workerd ended before it listened')
}

/** Prints a line, and returns the start-up of the best round. */
function tell({ name, startMs, firstMs }: Candidate, empty: Candidate): number {
  const over = startMs.map((ms, round) => ms - (empty.startMs[round] ?? 0))
  const best = Math.min(...startMs) - Math.min(...empty.startMs)
  const startUp = `start-up ${best.toFixed(0)} ms (median ${median(over)})`
  const first = `first decision ${Math.min(...firstMs).toFixed(0)} ms (median ${median(firstMs)})`
  console.log(`${name}: ${startUp}, ${first}; CPU, best of ${ROUNDS} rounds`)
  return best
}

function median(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(0)
}
