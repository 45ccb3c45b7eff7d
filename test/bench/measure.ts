import { encode } from './check-workload.ts'
import { type RunResult, runWorkload } from './run-workload.ts'
import { makeRequest, type Workload, type WorkloadSize } from './workloads.ts'

export interface Spread {
  readonly min: number
  readonly median: number
}

/** One workload at one size, over all rounds. */
export interface Measurement {
  readonly workload: string
  readonly nodes: number
  readonly running: number
  readonly decisions: number
  /** Pods that found a node. */
  readonly bound: number
  readonly bodyBytes: number
  readonly decodeMs: Spread
  readonly engineMs: Spread
  /** Of the median round. */
  readonly decisionsPerSecond: number
}

export interface Prepared {
  readonly workload: Workload
  readonly size: WorkloadSize
  readonly body: Uint8Array
  readonly runs: RunResult[]
}

/** Five thousand nodes have the running pods of scheduler_perf, smaller clusters twice their nodes. */
export function sizeOf(nodes: number, pending: number): WorkloadSize {
  return { nodes, running: 2 * nodes, pending }
}

export function prepare(workload: Workload, size: WorkloadSize): Prepared {
  return { workload, size, body: encode(makeRequest(workload, size)), runs: [] }
}

/** One more run of each, in turn, so that whatever else the machine does falls on all of them. */
export function runRound(all: readonly Prepared[]): void {
  for (const { workload, body, runs } of all) {
    const run = runWorkload(body)
    const before = runs[0]?.places
    if (before !== undefined && String(before) !== String(run.places)) {
      throw new Error(`${workload.name}: two runs of the same request differ`)
    }
    runs.push(run)
  }
}

export function summarize({ workload, size, body, runs }: Prepared): Measurement {
  const places = runs[0]?.places ?? []
  const engineMs = spreadOf(runs.map((run) => run.engineMs))
  return {
    workload: workload.name,
    nodes: size.nodes,
    running: size.running,
    decisions: places.length,
    bound: places.filter((place) => place !== null).length,
    bodyBytes: body.length,
    decodeMs: spreadOf(runs.map((run) => run.decodeMs)),
    engineMs,
    decisionsPerSecond: (places.length / engineMs.median) * 1000,
  }
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return { min: sorted[0] ?? 0, median: middle }
}
