import type { EvictionRequest } from '../../schemas/around/eviction-request.ts'
import type { Change } from '../controllers/changes.ts'
import type { ControlledCluster } from '../controllers/cluster/controlled-cluster.ts'
import {
  ControlledClusterReader,
  type ReadGap,
} from '../controllers/cluster/controlled-cluster-reader.ts'
import {
  type ControllerFlags,
  type GivenFlags,
  readFlags,
} from '../controllers/node-lifecycle/controller-flags.ts'
import { judgePressure, type PressureInput } from '../controllers/node-pressure/judge-pressure.ts'
import { PressureReader } from '../controllers/node-pressure/read-pressure.ts'
import { addNotices } from '../controllers/notices.ts'
import { ChangesReader } from '../controllers/read-changes.ts'
import { runControllers } from '../controllers/run-controllers.ts'
import { viewRun } from '../controllers/view-run.ts'
import { err, ok, type Result } from '../result.ts'
import { type Issue, Issues, ROOT } from '../snapshot/json/json-path.ts'
import { SnapshotReader, type SnapshotSink } from '../snapshot/json/snapshot-reader.ts'

/** Whose controllers these are. */
const RELEASE = '1.37'

/** What was asked, read and found to be right. */
export interface EvictionQuestion {
  readonly cluster: ControlledCluster
  readonly gaps: readonly ReadGap[]
  readonly changes: readonly Change[]
  readonly flags: ControllerFlags
  readonly givenFlags: GivenFlags
  readonly effectiveFlags: Readonly<Record<string, string>>
  readonly startMs: number
  readonly untilMs: number
  readonly firstPassMs: number
  readonly pressure: readonly PressureInput[]
}

/** Reads what POST /v1/evictions is sent; all that is wrong is reported at once. */
export function readEvictions(
  request: EvictionRequest,
  nodesMax: number,
): Result<EvictionQuestion, readonly Issue[]> {
  const issues = new Issues()
  const startMs = Date.parse(request.now)
  const flags = readFlags(request.flags)
  if (!flags.ok) {
    for (const { flag, message } of flags.error) {
      issues.add(ROOT.at('flags').at(flag), 'not-a-request', message)
    }
    return err(issues.list)
  }
  const { flags: controllerFlags, effective } = flags.value
  const graceMs = controllerFlags.nodeMonitorGracePeriodMs
  const reader = new ControlledClusterReader({ startMs, graceMs }, issues)
  const pressured = new PressureReader(request.pressure, issues)
  const sink = both(reader, pressured)
  new SnapshotReader(sink, issues, nodesMax).read(request.snapshot, ROOT.at('snapshot'))
  const pressure = pressured.finish(ROOT.at('pressure'))
  const changes = new ChangesReader(reader, issues).read(request.changes, ROOT.at('changes'))
  const untilMs = endOf(request.until, startMs)
  if (untilMs < 0) issues.add(ROOT.at('until'), 'not-a-request', 'is before now')
  if (untilMs > UNTIL_MS_MAX) {
    issues.add(ROOT.at('until'), 'not-a-request', 'is more than 31 days after now')
  }
  if (issues.any) return err(issues.list)
  const periodMs = controllerFlags.nodeMonitorPeriodMs
  const { monitorPassAt } = request
  return ok({
    ...reader.finish(),
    changes,
    flags: controllerFlags,
    givenFlags: request.flags,
    effectiveFlags: effective,
    startMs,
    untilMs,
    pressure,
    firstPassMs: monitorPassAt === undefined ? periodMs / 2 : monitorPassAt * 1000,
  })
}

function both(a: SnapshotSink, b: SnapshotSink): SnapshotSink {
  return {
    markGiven(kind) {
      a.markGiven(kind)
      b.markGiven(kind)
    },
    add(kind, value, path) {
      a.add(kind, value, path)
      b.add(kind, value, path)
    },
  }
}

const UNTIL_MS_MAX = 31 * 24 * 3_600_000

function endOf(until: EvictionRequest['until'], startMs: number): number {
  return typeof until === 'number' ? until * 1000 : Date.parse(until) - startMs
}

/** The answer as text; nothing of it is said before the simulated time is over. */
export async function* evictionParts(
  question: EvictionQuestion,
  digest: string,
): AsyncGenerator<string, void, void> {
  const { cluster, gaps, changes, startMs, untilMs, givenFlags, effectiveFlags } = question
  const counted = { nodes: cluster.nodes.size, pods: cluster.podCount }
  const initialTaints = [...cluster.nodes.values()].flatMap(({ taints }) =>
    taints.filter(({ effect }) => effect === 'NoExecute'),
  )
  const running = runControllers(question)
  let step = running.next()
  for (; step.done !== true; step = running.next()) yield ''
  const run = step.value
  addNotices({ run, changes, givenFlags, initialTaints })
  const { notices, ...view } = viewRun(run)
  const head = {
    id: `e-${digest.slice('sha256:'.length).slice(0, 32)}`,
    release: RELEASE,
    now: new Date(startMs).toISOString(),
    until: untilMs / 1000,
    flags: effectiveFlags,
  }
  const input = { digest, ...counted, notEvaluated: gaps }
  const pressure = question.pressure.map(judgePressure)
  yield JSON.stringify({ ...head, ...view, pressure, notices, input })
}
