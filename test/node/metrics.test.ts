import { afterEach, describe, expect, it } from 'vitest'
import { Counter, Histogram } from '../../src/node/prometheus-text.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

const BODY = JSON.stringify({ snapshot: { nodes: [makeNode('a')] }, pod: makePod('p') })

async function decide(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await (await fetch(`${url}/v1/decisions`, { method: 'POST', headers, body })).text()
}

/** Values by series, as Prometheus reads them. */
async function scrape(url: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4')
  const samples = (await response.text()).split('\n').filter((line) => /^[a-z]/.test(line))
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

describe('GET /metrics', () => {
  it('counts requests by route and status, and tells of threads and memory', async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '1' }))
    await decide(url, BODY)
    await decide(url, BODY)
    await decide(url, '{')
    const values = await scrape(url)
    const route = 'method="POST",route="/v1/decisions"'
    expect(values.get(`berth_requests_total{${route},status="200"}`)).toBe(2)
    expect(values.get(`berth_requests_total{${route},status="400"}`)).toBe(1)
    expect(values.get('berth_request_seconds_count{route="/v1/decisions"}')).toBe(3)
    expect(values.get('berth_request_seconds_bucket{route="/v1/decisions",le="+Inf"}')).toBe(3)
    expect(values.get('berth_request_bytes_total')).toBe(2 * BODY.length + 1)
    expect(values.get('berth_threads')).toBe(1)
    expect(values.get('berth_threads_busy')).toBe(0)
    expect(values.get('berth_threads_ended_total')).toBe(0)
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  })

  it.each([
    { env: {}, status: 404 },
    { env: { BERTH_METRICS: 'true' }, status: 200 },
  ])('away from the loopback, with $env: $status', async ({ env, status }) => {
    const open = { PORT: '0', HOST: '0.0.0.0', BERTH_OPEN: 'true', BERTH_THREADS: '0' }
    const url = await listening(start({ ...open, ...env }))
    expect((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/metrics`)).status).toBe(status)
  })
})

describe("Prometheus' text format", () => {
  it('escapes what would end a label', () => {
    const counter = new Counter()
    counter.add({ route: 'a"b\\c\nd' })
    expect(counter.write('n')).toEqual(['n{route="a\\"b\\\\c\\nd"} 1'])
  })

  it('takes no more than 1,000 series of a metric, and goes on counting those', () => {
    const counter = new Counter()
    for (let index = 0; index < 1500; index++) counter.add({ index: String(index) })
    counter.add({ index: '0' })
    const lines = counter.write('n')
    expect(lines).toHaveLength(1000)
    expect(lines[0]).toBe('n{index="0"} 2')
  })

  it('counts in every bucket that holds a value', () => {
    const histogram = new Histogram([1, 2])
    for (const value of [0.5, 1.5, 9]) histogram.observe({}, value)
    expect(histogram.write('n')).toEqual([
      'n_bucket{le="1"} 1',
      'n_bucket{le="2"} 2',
      'n_bucket{le="+Inf"} 3',
      'n_sum 11',
      'n_count 3',
    ])
  })
})
