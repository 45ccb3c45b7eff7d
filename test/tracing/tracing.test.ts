import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readTracingSettings } from '../../src/tracing/settings.ts'
import { parseTraceparent, traceparentOf } from '../../src/tracing/trace.ts'
import { endServers, listening, start } from '../node/run-server.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))

/** As opentelemetry/proto/collector/trace/v1 has it in JSON. */
const Export = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(z.looseObject({ key: z.string() })) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.literal('berth'), version: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: hex(32),
              spanId: hex(16),
              parentSpanId: hex(16).optional(),
              name: z.string(),
              kind: z.int().min(1).max(2),
              startTimeUnixNano: z.string().regex(/^\d{19}$/),
              endTimeUnixNano: z.string().regex(/^\d{19}$/),
              attributes: z.array(z.strictObject({ key: z.string(), value: z.looseObject({}) })),
              status: z.strictObject({ code: z.literal(2) }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

interface Received {
  readonly path: string | undefined
  readonly key: string | string[] | undefined
  readonly body: z.output<typeof Export>
}

/** A collector on the loopback. */
async function collect(status = 200) {
  const received: Received[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = Export.parse(JSON.parse(await text(request)))
    received.push({ path: request.url, key: request.headers['x-key'], body })
    response.writeHead(status).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return { received, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const BODY = JSON.stringify({ snapshot: { nodes: [makeNode('a')] }, pod: makePod('p') })

function decide(url: string, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers }
  return fetch(`${url}/v1/decisions`, { method: 'POST', headers: all, body: BODY })
}

afterEach(endServers)

describe('a server with a collector', () => {
  it.each(['0', '1'])(
    'tells where the time of a request went, with %s threads',
    async (threads) => {
      const { received, url, close } = await collect()
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' }
      const server = start({ PORT: '0', BERTH_THREADS: threads, ...env })
      const traceparent = `00-${TRACE}-${CALLER}-01`
      expect((await decide(await listening(server), { traceparent })).status).toBe(200)
      server.child.kill('SIGTERM')
      await server.exit
      close()
      expect(received.map(({ path, key }) => [path, key])).toEqual([['/v1/traces', 'a b']])
      const spans = received[0]?.body.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
      expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
      const of = (name: string) => spans.filter((span) => span.name === name)
      const [asked] = of('POST /v1/decisions')
      expect(asked).toMatchObject({ parentSpanId: CALLER, kind: 2 })
      const [onThread] = of('answer on a thread')
      expect(onThread?.parentSpanId).toBe(threads === '0' ? undefined : asked?.spanId)
      for (const name of ['read', 'validate', 'prepare', 'decide']) {
        const phases = of(name)
        expect(phases).toHaveLength(1)
        expect(phases[0]?.parentSpanId).toBe((onThread ?? asked)?.spanId)
      }
      for (const span of spans) {
        expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
      }
    },
  )

  it('records what its caller records, and else the share that is configured', async () => {
    const { received, url, close } = await collect()
    const sampler = {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    }
    const env = { PORT: '0', BERTH_THREADS: '0', OTEL_EXPORTER_OTLP_ENDPOINT: url, ...sampler }
    const server = start(env)
    const address = await listening(server)
    for (const traceparent of ['', `00-${TRACE}-${CALLER}-00`, 'nonsense']) {
      expect((await decide(address, traceparent ? { traceparent } : {})).status).toBe(200)
    }
    server.child.kill('SIGTERM')
    await server.exit
    close()
    expect(received).toEqual([])
  })

  it('answers all the same when the collector refuses, and says what was lost', async () => {
    const { url, close } = await collect(503)
    const server = start({ PORT: '0', BERTH_THREADS: '0', OTEL_EXPORTER_OTLP_ENDPOINT: url })
    expect((await decide(await listening(server))).status).toBe(200)
    server.child.kill('SIGTERM')
    await server.exit
    close()
    expect(server.output.text).toMatch(
      /"spans lost","spans":\d+,"fault":"the collector answers 503"/,
    )
  })
})

describe('traceparent', () => {
  it('is kept as it was', () => {
    const header = `00-${TRACE}-${CALLER}-01`
    const parsed = parseTraceparent(header)
    expect(parsed && traceparentOf(parsed)).toBe(header)
  })

  it.each([
    ['', null],
    [`00-${TRACE}-${CALLER}-00`, false],
    [`00-${TRACE}-${CALLER}-03`, true],
    [`cc-${TRACE}-${CALLER}-01-more`, true],
    [`00-${TRACE}-${CALLER}-01-more`, null],
    [`ff-${TRACE}-${CALLER}-01`, null],
    [`00-${'0'.repeat(32)}-${CALLER}-01`, null],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
    [`00-${TRACE.toUpperCase()}-${CALLER}-01`, null],
    [`00-${TRACE}-${CALLER}`, null],
  ])('%s is sampled: %s', (header, isSampled) => {
    expect(parseTraceparent(header)?.isSampled ?? null).toBe(isSampled)
  })
})

describe('tracing', () => {
  it('is off unless a collector is named, and where it is switched off', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(readTracingSettings({})).toBeNull()
    expect(readTracingSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect(readTracingSettings({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(readTracingSettings(endpoint)).toMatchObject({
      endpoint: 'http://collector:4318/v1/traces',
      resource: { 'service.name': 'berth' },
      ratio: 1,
    })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'key' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'a=%zz' }, 'OTEL_RESOURCE_ATTRIBUTES'],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER: 'constructor' }, 'OTEL_TRACES_SAMPLER'],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG',
    ],
  ])('%o is refused at the start', (env, variable) => {
    const usual = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(() => readTracingSettings({ ...usual, ...env })).toThrow(variable)
  })
})
