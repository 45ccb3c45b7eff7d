import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  createSigner,
  signerText,
  verifierOf,
  verifierText,
} from '../../src/store/audit/checkpoints/note-keys.ts'
import { createClient } from '../../src/store/dynamodb/store.ts'
import { createTable } from '../../src/store/dynamodb/table.ts'
import { startDynamodbLocal } from '../dynamodb-local/java-server.ts'
import { localSettings } from '../store/backends/dynamodb-backend.ts'
import { seededRandom } from '../store/test-runtime.ts'
import { readLog } from './independent-reader.ts'
import { type Account, CLUSTER, changeClasses, decideOn, TOKEN, verifyMeanwhile } from './load.ts'
import { nodeServer, type Served, startProxy, workerServer } from './processes.ts'
import { tamperWith } from './tamper.ts'

/**
 * `npm run chaos`: three processes on a DynamoDB Local on disk, behind a proxy that drops, cuts,
 * garbles, throttles and delays, while they are killed again and again. Afterwards a reader that
 * shares no code with Berth must find every acknowledged record, once, and every tampering is told.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '40' },
    faults: { type: 'string', default: '12' },
    callers: { type: 'string', default: '12' },
    seed: { type: 'string', default: '12' },
    workerd: { type: 'boolean', default: false },
  },
})
const [seconds, faultPercent, callers, seed] = [
  Number(values.seconds),
  Number(values.faults),
  Number(values.callers),
  Number(values.seed),
]

/** Between two kills; a process that was killed must be back before the next is. */
const BETWEEN_KILLS_MS = 800
const PORTS = [18_431, 18_432, 18_433]

const signer = await createSigner('berth.chaos')
const verifier = await verifierOf(signer)
if (verifier === null) throw new Error('a new key has its own hash')
const publicKey = verifierText(verifier)
const folder = mkdtempSync(join(tmpdir(), 'berth-chaos-'))
const dynamodb = await startDynamodbLocal(folder)
const settings = localSettings(dynamodb.endpoint)
await createTable(createClient(settings), settings.table)
const proxy = await startProxy(dynamodb.endpoint, { latencyMs: 5, faultPercent: 0, seed })
const env = {
  BERTH_TABLE: settings.table,
  BERTH_THREADS: '1',
  BERTH_AUDIT_KEY: signerText(signer),
  BERTH_TOKENS: JSON.stringify([{ token: TOKEN, name: 'ann', roles: ['admin'] }]),
  AWS_REGION: 'us-east-1',
  AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
}
const servers = PORTS.map((port, index) =>
  values.workerd && index === 0
    ? workerServer('workerd', port, env)
    : nodeServer(`node ${index + 1}`, port, env),
)

try {
  await run()
} finally {
  for (const server of servers) await server.kill()
  proxy.stop()
  await dynamodb.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  await Promise.all(servers.map((server) => server.start()))
  const account: Account = {
    acknowledged: new Map(),
    open: new Set(),
    answers: new Map(),
    latenciesMs: [],
    complaints: [],
  }
  await proxy.set({ latencyMs: 5, faultPercent, seed })
  const untilMs = Date.now() + seconds * 1000
  const load = { servers, untilMs, account, seed }
  const [kills] = await Promise.all([
    killUntil(untilMs),
    ...Array.from({ length: callers }, (_, caller) => decideOn(load, caller)),
    changeClasses(load),
    verifyMeanwhile(load),
  ])
  await proxy.set({ latencyMs: 0, faultPercent: 0, seed })
  // Whatever was left behind the checkpoint is settled by the next append.
  const last = { ...load, untilMs: Date.now() + 1000 }
  await decideOn(last, 99)

  const log = await readLog(dynamodb.endpoint, settings.table, CLUSTER, publicKey)
  describeLoad(account, kills, log.size)
  const problems = [...account.complaints, ...compare(account, log.records)]
  const tamperings = await tamperWith(servers[0], settings, signer)
  for (const { name, outcome } of tamperings.told) console.log(`  ${outcome.padEnd(12)} ${name}`)
  problems.push(...tamperings.problems)
  for (const problem of problems.slice(0, 20)) console.log(`PROBLEM: ${problem}`)
  console.log(problems.length === 0 ? 'chaos: nothing lost, doubled or hidden' : 'chaos: FAILED')
  process.exitCode = problems.length === 0 ? 0 : 1
}

async function killUntil(untilMs: number): Promise<number> {
  const random = seededRandom(seed + 5000)
  let kills = 0
  while (Date.now() < untilMs) {
    await sleep(BETWEEN_KILLS_MS * (0.5 + random()))
    const server = servers[Math.floor(random() * servers.length)]
    const areUp = servers.every((one) => one.isUp())
    if (server === undefined || !areUp || Date.now() >= untilMs) continue
    await server.kill()
    kills += 1
    void revive(server)
  }
  await sleep(100)
  await Promise.all(servers.filter((server) => !server.isUp()).map(waitFor))
  return kills
}

async function revive(server: Served): Promise<void> {
  await sleep(200)
  await server.start()
}

async function waitFor(server: Served): Promise<void> {
  while (!server.isUp()) await sleep(100)
}

function compare(
  { acknowledged, open }: Account,
  records: Awaited<ReturnType<typeof readLog>>['records'],
): string[] {
  const problems: string[] = []
  for (const [key, { sequence, hash }] of acknowledged) {
    const record = records.get(key)
    if (record === undefined) problems.push(`${key} was acknowledged and is not there`)
    else if (record.hash !== hash) problems.push(`${key} is another record than was acknowledged`)
    else if (record.sequence !== sequence) problems.push(`${key} has another number`)
  }
  const whole = [...records.values()].filter(({ kind }) => kind === 'preemption')
  const unacknowledged = whole.filter(({ id }) => !acknowledged.has(`preemption ${id}`))
  const names = new Set(unacknowledged.map(({ content }) => nameOf(content)))
  const strangers = [...names].filter((name) => !open.has(name))
  if (strangers.length > 0) problems.push(`recorded, and nobody asked: ${strangers.join(', ')}`)
  console.log(
    `  ${unacknowledged.length} of ${open.size} that were not acknowledged are recorded, whole`,
  )
  return problems
}

function nameOf({ preemptor }: Record<string, unknown>): string {
  return (preemptor as { name: string }).name // the reader has computed its hash
}

function describeLoad(
  { acknowledged, answers, latenciesMs }: Account,
  kills: number,
  size: number,
) {
  const sorted = latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  console.log(
    `chaos: ${seconds} s, ${callers} callers, ${faultPercent} % faults, ${kills} kills, seed ${seed}`,
  )
  console.log(`  ${acknowledged.size} records acknowledged, ${size} in the log`)
  console.log(`  until acknowledged: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`)
  for (const [answer, count] of [...answers].sort()) console.log(`  ${count} x ${answer}`)
}
