/** Where a span belongs, as the `traceparent` header of W3C Trace Context says it. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

export type Attributes = Readonly<Record<string, string | number>>

/** A span that has ended. Times are in milliseconds since 1970, with fractions. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Null: the trace begins with it. */
  readonly parentId: string | null
  readonly name: string
  readonly kind: 'server' | 'internal'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly isError: boolean
}

/** Takes spans as they end. */
export type TakeSpan = (span: Span) => void

export interface Tracer {
  readonly take: TakeSpan
  /** Whether a trace that begins here is recorded; one that comes from elsewhere says it itself. */
  readonly samples: () => boolean
  /** A span of another server's request, or a part of what this one has begun. */
  readonly kind: Span['kind']
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null for what is no traceparent, of which nothing is made. Later versions may have more behind it. */
export function parseTraceparent(text: string | undefined): TraceParent | null {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(text?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** One request's part of a trace: a span of its own, and those of its phases below it. */
export class Trace {
  readonly parent: TraceParent
  private readonly tracer: Tracer
  private readonly parentId: string | null
  private readonly startMs = nowMs()

  /** Null where the trace is not recorded. */
  static begin(tracer: Tracer, header: string | undefined): Trace | null {
    const from = parseTraceparent(header)
    return (from?.isSampled ?? tracer.samples()) ? new Trace(tracer, from) : null
  }

  private constructor(tracer: Tracer, from: TraceParent | null) {
    this.tracer = tracer
    this.parentId = from?.spanId ?? null
    this.parent = { traceId: from?.traceId ?? randomHex(16), spanId: randomHex(8), isSampled: true }
  }

  /** Begins a phase; what it returns ends it. */
  phase(name: string): (isError?: boolean) => void {
    const startMs = nowMs()
    const { traceId, spanId: parentId } = this.parent
    return (isError = false) =>
      this.tracer.take({
        traceId,
        spanId: randomHex(8),
        parentId,
        name,
        kind: 'internal',
        startMs,
        endMs: nowMs(),
        attributes: {},
        isError,
      })
  }

  end(name: string, attributes: Attributes, isError: boolean): void {
    const { parent, parentId, startMs, tracer } = this
    const { traceId, spanId } = parent
    const { kind } = tracer
    tracer.take({
      traceId,
      spanId,
      parentId,
      name,
      kind,
      startMs,
      endMs: nowMs(),
      attributes,
      isError,
    })
  }
}

/** Finer than Date, and on the same time in every thread. */
function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
