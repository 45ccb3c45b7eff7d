/** What OpenTelemetry's own variables say; null: nothing is traced. */
export interface TracingSettings {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** Of the traces that begin here. */
  readonly ratio: number
}

type Env = Readonly<Record<string, string | undefined>>

const RATIOS: ReadonlyMap<string, number> = new Map([
  ['always_on', 1],
  ['parentbased_always_on', 1],
  ['always_off', 0],
  ['parentbased_always_off', 0],
])

/** Reads OTEL_*; throws a TypeError that names the variable that is wrong. */
export function readTracingSettings(env: Env): TracingSettings | null {
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  if (isOff || (!base && !own)) return null
  const endpoint = own || `${base?.replace(/\/+$/, '')}/v1/traces`
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new TypeError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
  }
  const headers = env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? env['OTEL_EXPORTER_OTLP_HEADERS']
  const resource = readPairs(env['OTEL_RESOURCE_ATTRIBUTES'], 'OTEL_RESOURCE_ATTRIBUTES')
  return {
    endpoint,
    headers: readPairs(headers, 'OTEL_EXPORTER_OTLP_HEADERS'),
    resource: {
      'service.name': 'berth',
      ...resource,
      ...(env['OTEL_SERVICE_NAME'] && { 'service.name': env['OTEL_SERVICE_NAME'] }),
    },
    ratio: readRatio(env),
  }
}

function readRatio(env: Env): number {
  const sampler = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const fixed = RATIOS.get(sampler)
  if (fixed !== undefined) return fixed
  if (sampler !== 'parentbased_traceidratio' && sampler !== 'traceidratio') {
    throw new TypeError(`OTEL_TRACES_SAMPLER ${JSON.stringify(sampler)} is not known`)
  }
  const text = env['OTEL_TRACES_SAMPLER_ARG'] || '1'
  const ratio = Number(text)
  if (ratio >= 0 && ratio <= 1) return ratio
  throw new TypeError(`OTEL_TRACES_SAMPLER_ARG must be 0 to 1, not ${JSON.stringify(text)}`)
}

/** `name=value,name=value`, the values encoded as in an address. */
function readPairs(text: string | undefined, variable: string): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=')
    if (at <= 0) throw new TypeError(`${variable} must be name=value, with commas between`)
    return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim(), variable)] as const
  })
  return Object.fromEntries(entries)
}

function decode(text: string, variable: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new TypeError(`${variable} has a % that encodes nothing`)
  }
}
