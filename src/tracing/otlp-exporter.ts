import { VERSION } from '../version.ts'
import type { TracingSettings } from './settings.ts'
import type { Attributes, Span } from './trace.ts'

/** As the SDKs of OpenTelemetry have it: spans that wait, spans of one message, time between two. */
const WAITING_MAX = 2048
const BATCH_MAX = 512
const INTERVAL_MS = 5000
const TIMEOUT_MS = 10_000

/** SPAN_KIND_* and STATUS_CODE_ERROR of opentelemetry/proto/trace/v1/trace.proto. */
const KINDS = { internal: 1, server: 2 } as const
const STATUS_ERROR = 2

interface ExporterOptions {
  readonly settings: TracingSettings
  readonly fetch: typeof fetch
  readonly log: (line: string) => void
}

/**
 * Sends spans to a collector as OTLP over HTTP, in JSON. Tracing never holds a request up: spans that a
 * collector does not take in time are dropped, and the log says how many.
 */
export class OtlpExporter {
  private readonly options: ExporterOptions
  private waiting: Span[] = []
  private dropped = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private sending: Promise<void> | null = null

  constructor(options: ExporterOptions) {
    this.options = options
  }

  /** Whether a trace that begins here is one of those to record. */
  samples(): boolean {
    return Math.random() < this.options.settings.ratio
  }

  add(span: Span): void {
    if (this.waiting.length >= WAITING_MAX) {
      this.dropped += 1
      return
    }
    this.waiting.push(span)
    if (this.waiting.length >= BATCH_MAX) void this.flush()
    else this.timer ??= this.later()
  }

  /** Sends what waits, a batch after another; ends when none is left or the collector fails. */
  flush(): Promise<void> {
    // Not at the end of sendAll: where nothing waits, that comes before its promise is kept here.
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null
      if (this.waiting.length > 0) this.timer ??= this.later()
    })
    return this.sending
  }

  private async sendAll(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_MAX)
      const fault = await this.send(batch)
      if (fault !== null) return this.tell(fault, batch.length)
      if (this.dropped > 0) this.tell('more ended than the collector takes in time', 0)
    }
  }

  private later(): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => void this.flush(), INTERVAL_MS)
    // On Node: a process that has nothing else to do may end.
    if (typeof timer === 'object' && 'unref' in timer) timer.unref()
    return timer
  }

  private async send(batch: readonly Span[]): Promise<string | null> {
    const { settings, fetch: call } = this.options
    try {
      const response = await call(settings.endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...settings.headers },
        body: JSON.stringify(otlpOf(batch, settings.resource)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      await response.body?.cancel()
      return response.ok ? null : `the collector answers ${response.status}`
    } catch (error) {
      return `the collector cannot be reached: ${String(error)}`
    }
  }

  private tell(fault: string, lost: number): void {
    const spans = lost + this.dropped
    this.dropped = 0
    const line = {
      time: new Date().toISOString(),
      level: 'warn',
      message: 'spans lost',
      spans,
      fault,
    }
    this.options.log(JSON.stringify(line))
  }
}

/** The body of an ExportTraceServiceRequest. */
function otlpOf(spans: readonly Span[], resource: Attributes): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'berth', version: VERSION }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== null && { parentSpanId: span.parentId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributesOf(span.attributes),
    ...(span.isError && { status: { code: STATUS_ERROR } }),
  }
}

/** More than a double holds exactly, so JSON has it as text. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000))}000`
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
