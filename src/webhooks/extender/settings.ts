import { SnapshotName } from '../../../schemas/snapshots/kept-snapshot.ts'
import { type ResolvedProfile, resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'

/** What the extender judges by. */
export interface ExtenderSettings {
  readonly scheduler: ResolvedProfile
  /** Read for what a call does not carry; null: for nothing. */
  readonly snapshot: { readonly name: string; readonly maxAgeSeconds: number } | null
  /** What becomes of nodes that cannot be judged. */
  readonly failurePolicy: 'Fail' | 'Ignore'
  /** Null: pods are not bound. */
  readonly bind: BindSettings | null
}

export interface BindSettings {
  /** Of the API server, without a slash at its end. */
  readonly server: string
  readonly token: string
}

type Env = Readonly<Record<string, string | undefined>>

const MAX_AGE_SECONDS = 300

/** Throws a TypeError that names the variable with a bad value. */
export function readExtenderSettings(env: Env): ExtenderSettings {
  const only = (env['EXTENDER_PLUGINS'] ?? '').split(',').map((name) => name.trim())
  const profile = env['EXTENDER_PROFILE'] || undefined
  const resolved = resolveProfile({
    profile,
    only: only.filter((name) => name !== ''),
    fixes: false,
  })
  if (!resolved.ok) {
    const variable =
      profile === undefined ? 'EXTENDER_PLUGINS' : 'EXTENDER_PROFILE, EXTENDER_PLUGINS'
    throw new TypeError(`${variable}: ${resolved.error.map(({ message }) => message).join(', ')}`)
  }
  return {
    scheduler: resolved.value,
    snapshot: readSnapshot(env),
    failurePolicy: readFailurePolicy(env['EXTENDER_FAILURE_POLICY']),
    bind: readBind(env),
  }
}

function readSnapshot(env: Env): ExtenderSettings['snapshot'] {
  const name = env['EXTENDER_SNAPSHOT'] ?? ''
  if (name === '') return null
  if (!SnapshotName.safeParse(name).success) {
    throw new TypeError(`EXTENDER_SNAPSHOT is not the name of a snapshot: ${JSON.stringify(name)}`)
  }
  const age = env['EXTENDER_SNAPSHOT_MAX_AGE_SECONDS'] || String(MAX_AGE_SECONDS)
  if (!/^\d{1,9}$/.test(age)) {
    throw new TypeError('EXTENDER_SNAPSHOT_MAX_AGE_SECONDS must be a whole number')
  }
  return { name, maxAgeSeconds: Number(age) }
}

function readFailurePolicy(text = ''): ExtenderSettings['failurePolicy'] {
  if (text === '' || text === 'Fail') return 'Fail'
  if (text === 'Ignore') return 'Ignore'
  throw new TypeError('EXTENDER_FAILURE_POLICY must be Fail or Ignore')
}

function readBind(env: Env): BindSettings | null {
  const [server, token] = [env['EXTENDER_API_SERVER'] || '', env['EXTENDER_API_TOKEN'] || '']
  if (server === '' && token === '') return null
  if (server === '' || token === '') {
    throw new TypeError('EXTENDER_API_SERVER and EXTENDER_API_TOKEN go together')
  }
  if (!URL.canParse(server) || new URL(server).protocol !== 'https:') {
    throw new TypeError('EXTENDER_API_SERVER must be an https address: the token goes there')
  }
  return { server: server.replace(/\/$/, ''), token }
}
