import * as z from 'zod'
import { err, ok, type Result } from '../../../result.ts'
import { canonicalJson } from '../../canonical-json.ts'
import { unavailable } from '../../port.ts'
import { readJson } from '../../read-json.ts'
import { broken, type LogFailure } from '../fault.ts'
import { claimKey } from '../keys.ts'
import { type AuditLog, besideExpiry } from '../log.ts'
import type { AuditRecord } from '../records/record.ts'
import { searchChain, WINDOW } from './search.ts'

/**
 * A claim is written before the records that it is for: so nothing was recorded while there is none,
 * and who finds one knows from where on to look. It says behind which records attempts began; each
 * new attempt of the same adds a beginning.
 */
const Claim = z.strictObject({ after: z.array(z.int().min(0)).min(1) })

/** Attempts at one request: each is a caller that tried again after something had died. */
const ATTEMPTS_MAX = 64

/** Racing retries of one request; each round one of them is done. */
const ROUNDS_MAX = 20

/** How many records of one request share a claim. */
const BUNDLE = 64

/** What is claimed together: the pods of one request in tens, an outcome by itself. */
export function claimName(kind: string, id: string): string {
  const [, decision, index] = /^(.+)\.(\d{1,9})$/.exec(id) ?? []
  if (kind !== 'preemption' || decision === undefined) return `${kind}/${id}`
  return `${kind}/${decision}~${Math.floor(Number(index) / BUNDLE)}`
}

export interface Claimed {
  /** Those that are recorded already, by key. */
  readonly recorded: ReadonlyMap<string, AuditRecord>
  /** None of the others stands in the chain up to here. */
  readonly absentThrough: number
  /** Where the claim's search for the others starts. */
  readonly after: number
}

/** Claims a name for an attempt, or finds what earlier attempts recorded. */
export async function claim(
  log: AuditLog,
  name: string,
  keys: readonly string[],
): Promise<Result<Claimed, LogFailure>> {
  // Read before the claim is put: what is in the chain by then was claimed before.
  const size = log.memory.head?.end.size ?? 0
  const first = await put(log, name, 1, [size])
  if (!first.ok) return first
  if (first.value) return ok({ recorded: new Map(), absentThrough: size, after: size })
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const claimed = await claimAgain(log, name, keys, size)
    if (!claimed.ok) return claimed
    if (claimed.value !== null) return ok(claimed.value)
  }
  return err(unavailable(`${ROUNDS_MAX} others claim ${name}`, 1))
}

/** Adds an attempt to a claim that stands; null when somebody else was faster. */
async function claimAgain(
  log: AuditLog,
  name: string,
  keys: readonly string[],
  size: number,
): Promise<Result<Claimed | null, LogFailure>> {
  const present = await log.store.get(claimKey(log.cluster, name))
  if (!present.ok) return present
  const after = present.value === null ? null : parseClaim(present.value.body)
  if (present.value === null || after === null) return err(broken(0, 'A claim cannot be read.'))
  const found = await searchClaimed(log, after, keys)
  if (!found.ok) return found
  const { records: recorded, through } = found.value
  // Behind the window of every attempt nothing of it can stand, so the end that is known will do.
  const start = Math.max(through, size)
  const claimed = { recorded, absentThrough: start, after: start }
  if (recorded.size === keys.length) return ok(claimed)
  if (after.length >= ATTEMPTS_MAX) {
    return err(unavailable(`${ATTEMPTS_MAX} attempts at ${name} failed`, 60))
  }
  const added = await put(log, name, present.value.version + 1, [...after, start])
  if (!added.ok) return added
  return ok(added.value ? claimed : null)
}

/** False where somebody else's claim, or a newer one, stands. */
async function put(
  log: AuditLog,
  name: string,
  version: number,
  after: readonly number[],
): Promise<Result<boolean, LogFailure>> {
  const key = claimKey(log.cluster, name)
  const item = { ...key, version, body: canonicalJson({ after }), ...besideExpiry(log) }
  const written = await log.store.put(item, version === 1 ? 'absent' : 'advances')
  if (written.ok) return ok(true)
  if (written.error.kind === 'conflict') return ok(false)
  // A claim alone records nothing.
  return err({ ...written.error, mayHaveWritten: false })
}

/** The records of these keys under a name, wherever its claim points. */
export async function findClaimed(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  name: string,
  keys: readonly string[],
): Promise<Result<ReadonlyMap<string, AuditRecord>, LogFailure>> {
  const item = await log.store.get(claimKey(log.cluster, name))
  if (!item.ok) return item
  if (item.value === null) return ok(new Map())
  const after = parseClaim(item.value.body)
  if (after === null) return err(broken(0, 'A claim cannot be read.'))
  const found = await searchClaimed(log, after, keys)
  return found.ok ? ok(found.value.records) : found
}

/** The first of these records that the claim of a name does not lead to; null: it leads to all. */
export async function findUnclaimed(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  name: string,
  sequences: readonly number[],
): Promise<Result<number | null, LogFailure>> {
  const item = await log.store.get(claimKey(log.cluster, name))
  if (!item.ok) return item
  const after = (item.value === null ? null : parseClaim(item.value.body)) ?? []
  const isClaimed = (sequence: number) =>
    after.some((at) => at < sequence && sequence <= at + WINDOW)
  return ok(sequences.find((sequence) => !isClaimed(sequence)) ?? null)
}

/** Looks behind each beginning as far as its attempt could have come. */
async function searchClaimed(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  after: readonly number[],
  keys: readonly string[],
) {
  const records = new Map<string, AuditRecord>()
  let through = 0
  for (const start of after) {
    const missing = keys.filter((key) => !records.has(key))
    if (missing.length === 0) break
    const found = await searchChain(log, Math.max(start, through), start + WINDOW, missing)
    if (!found.ok) return found
    for (const [key, record] of found.value.records) records.set(key, record)
    through = found.value.through
  }
  return ok({ records, through })
}

function parseClaim(body: string): readonly number[] | null {
  return readJson(Claim, body)?.after ?? null
}
