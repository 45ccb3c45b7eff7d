import { err, ok, type Result } from '../result.ts'

export interface DynamodbSettings {
  readonly table: string
  /** Absent: the SDK's own chain finds them (environment, profile, role of the machine). */
  readonly region?: string
  readonly endpoint?: string
  readonly credentials?: Credentials
}

interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** What the environment says of the store; `none` means that store endpoints answer 503. */
export type StoreSettings =
  | { readonly kind: 'none' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'dynamodb'; readonly dynamodb: DynamodbSettings }

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads BERTH_TABLE or BERTH_STORE=memory, and the SDK's own variables; an error is one sentence
 * for the operator, never with a secret in it. Bindings of Workers come as variables of these
 * names, hence region, endpoint and credentials are passed on rather than left to the SDK.
 */
export function readStoreSettings(env: Env): Result<StoreSettings, string> {
  const table = env['BERTH_TABLE'] ?? ''
  const store = env['BERTH_STORE'] ?? ''
  if (store !== '' && store !== 'memory') {
    return err(`BERTH_STORE is "${store}"; only "memory" is known (BERTH_TABLE names a table)`)
  }
  if (store === 'memory' && table !== '') {
    return err('BERTH_STORE=memory and BERTH_TABLE exclude each other: unset one of them')
  }
  if (store === 'memory') return ok({ kind: 'memory' })
  if (table === '') return ok({ kind: 'none' })
  if (!/^[A-Za-z0-9_.-]{3,255}$/.test(table)) {
    return err('BERTH_TABLE must have 3 to 255 characters, each a letter, a digit or one of _ . -')
  }
  return readDynamodb(env, table)
}

function readDynamodb(env: Env, table: string): Result<StoreSettings, string> {
  const endpoint = env['AWS_ENDPOINT_URL_DYNAMODB'] || env['AWS_ENDPOINT_URL']
  if (endpoint && !/^https?:\/\//.test(endpoint)) {
    return err('AWS_ENDPOINT_URL_DYNAMODB must be an http or https address')
  }
  // A store of one's own takes any region, but the signature needs one.
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint ? 'us-east-1' : '')
  const credentials = readCredentials(env)
  if (!credentials.ok) return credentials
  const dynamodb: DynamodbSettings = {
    table,
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(credentials.value === null ? {} : { credentials: credentials.value }),
  }
  return ok({ kind: 'dynamodb', dynamodb })
}

function readCredentials(env: Env): Result<Credentials | null, string> {
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  const sessionToken = env['AWS_SESSION_TOKEN']
  if (!accessKeyId && !secretAccessKey) return ok(null)
  if (!accessKeyId || !secretAccessKey) {
    return err('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: one of them is missing')
  }
  return ok({ accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) })
}

/** More is meant to be for ever, or a slip: what was kept once cannot be made to expire. */
const RETENTION_DAYS_MAX = 3650

/** Reads BERTH_AUDIT_RETENTION_DAYS; null: audit records are kept for ever. */
export function readRetentionSeconds(env: Env): Result<number | null, string> {
  const text = env['BERTH_AUDIT_RETENTION_DAYS'] ?? ''
  if (text === '') return ok(null)
  const isDays = /^[1-9]\d{0,3}$/.test(text) && Number(text) <= RETENTION_DAYS_MAX
  if (isDays) return ok(Number(text) * 24 * 3600)
  const range = `a whole number of days, from 1 to ${RETENTION_DAYS_MAX}`
  return err(`BERTH_AUDIT_RETENTION_DAYS must be ${range}; unset, records are kept for ever`)
}

/** Reads BERTH_STORE_CALLS_MAX: what one request may ask of the store where a platform counts that. */
export function readCallsMax(env: Env, platformMax: number): Result<number, string> {
  const text = env['BERTH_STORE_CALLS_MAX'] ?? ''
  if (text === '') return ok(platformMax)
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) >= CALLS_MIN) return ok(Number(text))
  return err(`BERTH_STORE_CALLS_MAX must be a whole number from ${CALLS_MIN} to 999999`)
}

/** Below, a page of the log makes no headway. */
const CALLS_MIN = 30
