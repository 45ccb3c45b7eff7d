import { parseArgs } from 'node:util'

export interface BenchArguments {
  /** Names of workloads; empty: all. */
  readonly names: readonly string[]
  readonly nodeCounts: readonly number[]
  readonly pending: number
  readonly rounds: number
  readonly json: boolean
  /** A file for the places of every pod, one a line; for one workload at one size. */
  readonly places: string | undefined
}

export const USAGE = `npm run bench -- [NAME ...] [--nodes 100,1000,5000] [--pods 2000] [--rounds 5] [--json] [--places FILE]`

export function readArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      nodes: { type: 'string', default: '100,1000,5000' },
      pods: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
      places: { type: 'string' },
    },
  })
  return {
    names: positionals.flatMap((names) => names.split(',')),
    nodeCounts: values.nodes.split(',').map(count),
    pending: count(values.pods),
    rounds: count(values.rounds),
    json: values.json,
    places: values.places,
  }
}

function count(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${text} is not a count\n${USAGE}`)
  return value
}
