import { fromBase64 } from '../../store/base64.ts'
import { readFlag } from '../../use-cases/decisions/calling-settings.ts'

export const EVENT_TYPES = ['decisions', 'preemptions', 'unschedulable'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Where events go, and what of them. */
export interface OutgoingSettings {
  readonly url: string
  /** Keys of signatures, of which the receiver knows at least one. */
  readonly keys: readonly Uint8Array<ArrayBuffer>[]
  readonly types: ReadonlySet<EventType>
  /** A private address may be called too. */
  readonly mayBePrivate: boolean
}

type Env = Readonly<Record<string, string | undefined>>

const USUAL_TYPES = 'decisions,preemptions'
const KEY_BYTES_MIN = 24
const KEY_BYTES_MAX = 64
const KEYS_MAX = 2

/** Throws a TypeError that names the variable, and never what it holds; null: there is no receiver. */
export function readOutgoingSettings(env: Env): OutgoingSettings | null {
  const url = env['WEBHOOK_URL'] ?? ''
  if (url === '') return null
  if (!URL.canParse(url)) throw new TypeError('WEBHOOK_URL is not an address')
  const { protocol, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('WEBHOOK_URL is not HTTP')
  if (username !== '' || password !== '') throw new TypeError('WEBHOOK_URL has credentials in it')
  return {
    url,
    keys: readKeys(env['WEBHOOK_SECRET'] ?? ''),
    types: readTypes(env['WEBHOOK_EVENTS'] || USUAL_TYPES),
    mayBePrivate: readFlag(env, 'WEBHOOK_ALLOW_PRIVATE'),
  }
}

/** As of Standard Webhooks: whsec_ and base64; the one before may follow while receivers change over. */
function readKeys(text: string): Uint8Array<ArrayBuffer>[] {
  const keys = text.split(',').map((one) => {
    const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(one.trim())?.[1]
    return base64 === undefined ? null : fromBase64(base64)
  })
  const known = keys.filter((key) => key !== null)
  const isRight = ({ length }: Uint8Array) => length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX
  if (known.length < keys.length || known.length > KEYS_MAX || !known.every(isRight)) {
    throw new TypeError(
      `WEBHOOK_SECRET must be whsec_ and ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes in base64; a second one may follow a comma`,
    )
  }
  return known
}

function readTypes(text: string): Set<EventType> {
  const types = new Set<EventType>()
  for (const name of text.split(',').map((one) => one.trim())) {
    const type = EVENT_TYPES.find((one) => one === name)
    if (type === undefined)
      throw new TypeError(`WEBHOOK_EVENTS: there are ${EVENT_TYPES.join(', ')}`)
    types.add(type)
  }
  return types
}
