import type { Measurement, Spread } from './measure.ts'

const COLUMNS: readonly (readonly [title: string, cell: (one: Measurement) => string])[] = [
  ['workload', ({ workload }) => workload],
  ['nodes', ({ nodes }) => whole(nodes)],
  ['running', ({ running }) => whole(running)],
  ['decisions', ({ decisions }) => whole(decisions)],
  ['bound', ({ bound }) => whole(bound)],
  ['decode ms min/median', ({ decodeMs }) => minAndMedian(decodeMs)],
  ['engine ms min/median', ({ engineMs }) => minAndMedian(engineMs)],
  ['decisions/s', ({ decisionsPerSecond }) => whole(decisionsPerSecond)],
]

/** A line a measurement, columns aligned: names to the left, numbers to the right. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...measurements.map((one) => COLUMNS.map(([, cell]) => cell(one))),
  ]
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join('  '))
    .join('\n')
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function minAndMedian({ min, median }: Spread): string {
  return `${min.toFixed(1)} / ${median.toFixed(1)}`
}
