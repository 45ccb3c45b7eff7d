/**
 * Records acknowledged a second on one cluster: callers that record one preemption after another
 * through clients of a DynamoDB Local some milliseconds away. Each line is a log of its own; its
 * processes share nothing but the table, and the CPU of this one and of DynamoDB Local.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createClient, createDynamodbStore } from '../../src/store/dynamodb/store.ts'
import { createTable } from '../../src/store/dynamodb/table.ts'
import { platformRuntime } from '../../src/store/runtime.ts'
import { startProxy } from '../chaos/processes.ts'
import { startDynamodbLocal } from '../dynamodb-local/java-server.ts'
import { localSettings } from '../store/backends/dynamodb-backend.ts'
import { makeLog, verifyAll } from '../store/contracts/audit-fixtures.ts'
import { type CrowdReport, runCrowd } from '../store/crowd.ts'

const USAGE = `npm run bench:store -- [--crowds 1x60,3x60,10x10] [--seconds 5] [--latency 5]`

const { values } = parseArgs({
  options: {
    /** Processes and callers. */
    crowds: { type: 'string', default: '1x60,3x60,10x10' },
    seconds: { type: 'string', default: '5' },
    latency: { type: 'string', default: '5' },
  },
})
const crowds = values.crowds.split(',').map(readCrowd)
const [seconds, latencyMs] = [Number(values.seconds), Number(values.latency)]

/** Until the compilers here and in DynamoDB Local have seen enough. */
const WARM_UP_SECONDS = 6

const dynamodb = await startDynamodbLocal()
const settings = localSettings(dynamodb.endpoint)
const client = createClient(settings)
await createTable(client, settings.table)
const proxy = await startProxy(dynamodb.endpoint, { latencyMs, faultPercent: 0, seed: 1 })

console.log(`DynamoDB Local, ${latencyMs} ms away; ${seconds} s each after ${WARM_UP_SECONDS} s`)
console.log('processes  callers  records/s  p50 ms  p99 ms  most ms  of a caller  refused  load')
for (const { processes, callers } of crowds) {
  const logs = Array.from({ length: processes }, () => {
    const store = createDynamodbStore(localSettings(proxy.endpoint), platformRuntime)
    return makeLog(store, platformRuntime, `crowd-${processes}-${callers}`)
  })
  const report = await runCrowd({ logs, callers, warmUpSeconds: WARM_UP_SECONDS, seconds })
  console.log(lineOf(processes, callers, report))
  const [log] = logs
  const verified = log === undefined ? null : await verifyAll(log)
  if (verified?.status !== 'intact') throw new Error(`the log is ${verified?.status}`)
}
proxy.stop()
client.destroy()
await dynamodb.stop()
process.exit(0) // the clients of the logs keep their connections

function readCrowd(text: string): { processes: number; callers: number } {
  const [, processes, callers] = /^(\d{1,3})x(\d{1,4})$/.exec(text) ?? []
  if (processes === undefined || callers === undefined) throw new Error(USAGE)
  return { processes: Number(processes), callers: Number(callers) }
}

function lineOf(processes: number, callers: number, report: CrowdReport): string {
  const { perSecond, p50Ms, p99Ms, mostMs, leastOfCaller, mostOfCaller, refused } = report
  const [load = 0] = loadavg()
  return [
    String(processes).padStart(9),
    String(callers).padStart(9),
    String(Math.round(perSecond)).padStart(11),
    String(p50Ms).padStart(8),
    String(p99Ms).padStart(8),
    String(mostMs).padStart(9),
    `${leastOfCaller}-${mostOfCaller}`.padStart(13),
    String(refused).padStart(9),
    load.toFixed(1).padStart(6),
  ].join('')
}
