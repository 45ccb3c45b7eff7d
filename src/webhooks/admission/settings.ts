import * as z from 'zod'
import { SnapshotName } from '../../../schemas/snapshots/kept-snapshot.ts'
import { Toleration } from '../../../schemas/snapshots/toleration.ts'

/** What the admission webhooks do to new objects, and what they hold them against. */
export interface AdmissionSettings {
  /** Empty: what pods say stays. */
  readonly schedulerName: string
  readonly priorityClassName: string
  readonly tolerations: readonly Toleration[]
  /** Null: pods are held against nothing. */
  readonly snapshot: { readonly name: string; readonly maxAgeSeconds: number } | null
  /** What becomes of pods that could never be scheduled. */
  readonly never: 'Warn' | 'Deny'
}

type Env = Readonly<Record<string, string | undefined>>

const MAX_AGE_SECONDS = '300'
const Tolerations = z.array(Toleration).max(100)
/** A DNS subdomain, as names of schedulers and PriorityClasses are. */
const NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/

/** Throws a TypeError that names the variable with a bad value. */
export function readAdmissionSettings(env: Env): AdmissionSettings {
  return {
    schedulerName: readName(env, 'ADMISSION_SCHEDULER_NAME'),
    priorityClassName: readName(env, 'ADMISSION_PRIORITY_CLASS'),
    tolerations: readTolerations(env['ADMISSION_TOLERATIONS'] || '[]'),
    snapshot: readSnapshot(env),
    never: readNever(env['ADMISSION_NEVER'] || 'Warn'),
  }
}

function readName(env: Env, variable: string): string {
  const name = env[variable] ?? ''
  if (name === '' || NAME.test(name)) return name
  throw new TypeError(`${variable} is not a name of Kubernetes: ${JSON.stringify(name)}`)
}

function readTolerations(text: string): readonly Toleration[] {
  const wrong = new TypeError('ADMISSION_TOLERATIONS must be a JSON array of Tolerations')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong
  }
  const parsed = Tolerations.safeParse(value)
  if (!parsed.success) throw wrong
  return parsed.data
}

function readSnapshot(env: Env): AdmissionSettings['snapshot'] {
  const name = env['ADMISSION_SNAPSHOT'] ?? ''
  if (name === '') return null
  if (!SnapshotName.safeParse(name).success) {
    throw new TypeError(`ADMISSION_SNAPSHOT is not the name of a snapshot: ${JSON.stringify(name)}`)
  }
  const age = env['ADMISSION_SNAPSHOT_MAX_AGE_SECONDS'] || MAX_AGE_SECONDS
  if (/^\d{1,9}$/.test(age)) return { name, maxAgeSeconds: Number(age) }
  throw new TypeError('ADMISSION_SNAPSHOT_MAX_AGE_SECONDS must be a whole number')
}

function readNever(text: string): AdmissionSettings['never'] {
  if (text === 'Warn' || text === 'Deny') return text
  throw new TypeError('ADMISSION_NEVER must be Warn or Deny')
}
