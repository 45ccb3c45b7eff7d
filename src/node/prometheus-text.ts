/** Labels of one series, in the order in which they are written. */
export type MetricLabels = Readonly<Record<string, string>>

/** Beyond it a metric takes no new series: labels come from requests only where few values are possible. */
const SERIES_MAX = 1000

/** A number that only grows, by labels. */
export class Counter {
  private readonly series = new Map<string, number>()

  add(labels: MetricLabels, amount = 1): void {
    const key = writeLabels(labels)
    if (!this.series.has(key) && this.series.size >= SERIES_MAX) return
    this.series.set(key, (this.series.get(key) ?? 0) + amount)
  }

  write(name: string): string[] {
    return [...this.series].map(([labels, value]) => `${name}${labels} ${value}`)
  }
}

/** How often a number was at most so much, by labels. */
export class Histogram {
  private readonly bounds: readonly number[]
  private readonly buckets = new Counter()
  private readonly sums = new Counter()
  private readonly counts = new Counter()

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
  }

  observe(labels: MetricLabels, value: number): void {
    for (const bound of this.bounds) {
      this.buckets.add({ ...labels, le: String(bound) }, value <= bound ? 1 : 0)
    }
    this.buckets.add({ ...labels, le: '+Inf' })
    this.sums.add(labels, value)
    this.counts.add(labels)
  }

  write(name: string): string[] {
    return [
      ...this.buckets.write(`${name}_bucket`),
      ...this.sums.write(`${name}_sum`),
      ...this.counts.write(`${name}_count`),
    ]
  }
}

/** One metric in Prometheus' text format, version 0.0.4. */
export function writeMetric(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  lines: readonly string[],
): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function writeLabels(labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
