import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OtlpExporter } from '../../src/tracing/otlp-exporter.ts'
import type { Span } from '../../src/tracing/trace.ts'

/** When spans are sent, and what is said of those that are not. */

const SPAN: Span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: null,
  name: 'decide',
  kind: 'internal',
  startMs: 1,
  endMs: 2,
  attributes: {},
  isError: false,
}

/** With a collector that takes all. */
function exporting() {
  const sent: number[] = []
  const logged: string[] = []
  const exporter = new OtlpExporter({
    settings: { endpoint: 'http://collector:4318/v1/traces', headers: {}, resource: {}, ratio: 1 },
    log: (line) => logged.push(line),
    fetch: async (_, request) => {
      const { resourceSpans } = JSON.parse(String(request?.body))
      sent.push(resourceSpans[0].scopeSpans[0].spans.length)
      return new Response(null)
    },
  })
  const add = (count: number) => {
    for (let index = 0; index < count; index++) exporter.add(SPAN)
  }
  return { exporter, add, sent, logged }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the exporter of spans', () => {
  it('goes on after it was told to send where nothing waited', async () => {
    const { exporter, add, sent } = exporting()
    await exporter.flush()
    add(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toEqual([1])
  })

  it('sends what ends while it sends, and later what ends after that', async () => {
    const { add, sent } = exporting()
    add(513)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toEqual([512, 1])
    add(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toEqual([512, 1, 1])
  })

  it('says how many spans it had no room for, also where the collector takes all others', async () => {
    const { exporter, add, sent, logged } = exporting()
    // The first batch is on its way, so that it has room for 2,048 more.
    add(512 + 2048 + 7)
    await exporter.flush()
    expect(sent).toEqual([512, 512, 512, 512, 512])
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { message: 'spans lost', spans: 7 },
    ])
  })
})
