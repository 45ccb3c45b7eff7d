import { fromBase64 } from '../../base64.ts'
import type { NoteVerifier } from '../checkpoints/note-keys.ts'
import type { Noted } from '../checkpoints/noted.ts'
import { type NotedCheckpoint, readNotedCheckpoint } from '../checkpoints/noted-checkpoint.ts'
import { isSignedBy } from '../checkpoints/signed-note.ts'
import { appendLeaf, type CompactRange, EMPTY_RANGE, rootOf } from '../merkle/compact-range.ts'
import { type Hash, hashText, isSameHash, leafHash, parseHash } from '../merkle/hash.ts'
import { contentOf } from '../records/content.ts'
import { haveExpiredSince } from '../records/expiries.ts'
import {
  AuditRecord,
  CHAIN_START,
  isContentUnaltered,
  isHeaderUnaltered,
  keyOf,
  leafOf,
} from '../records/record.ts'
import { ExportLine } from './export-line.ts'

/** What whoever checks an export brings along: none of it comes from the operator of the log. */
export interface ExportTrust {
  /** Keys that checkpoints must be signed with; none: signatures are not looked at. */
  readonly verifiers: readonly NoteVerifier[]
  /** Checkpoints of other times: the log must have gone on from each. */
  readonly checkpoints: readonly NotedCheckpoint[]
  /** Records that were noted. */
  readonly noted: readonly Noted[]
  readonly now: Date
}

export interface ExportReport {
  readonly cluster: string
  /** Of all records, those that are gone included. */
  readonly size: number
  readonly root: string
  readonly records: number
  readonly expired: number
  readonly erased: number
  readonly signature: 'good' | 'not checked' | 'none'
  /** Empty: everything fits. */
  readonly problems: readonly string[]
}

/** One thing that is wrong can make a thousand others. */
const PROBLEMS_MAX = 50

/**
 * Checks an export line by line, with nothing but what it says and what the checker brought along:
 * every hash is computed again, every record must follow the one before, and the tree over all of
 * them must be that of every checkpoint.
 */
export class ExportCheck {
  readonly #trust: ExportTrust
  readonly #problems: string[] = []
  readonly #keys = new Map<string, number>()
  /** Contents that are gone, and by which record; those that such records name. */
  readonly #erasedBy = new Map<number, number>()
  readonly #erasures = new Map<number, readonly number[]>()
  #cluster: string | null = null
  #size = 0
  #leaf: Hash = leafOf(CHAIN_START)
  #range: CompactRange = EMPTY_RANGE
  #records = 0
  /** Where a run of expired records began that no record has vouched for yet. */
  #gapFrom: number | null = null
  #expired = 0
  #signature: ExportReport['signature'] | null = null
  #rest: readonly NotedCheckpoint[]

  constructor(trust: ExportTrust) {
    this.#trust = trust
    this.#rest = [...trust.checkpoints].sort((a, b) => a.size - b.size)
    this.#passCheckpoints()
  }

  async line(text: string): Promise<void> {
    const value = parse(text)
    const line = ExportLine.safeParse(value)
    if (line.success) return this.#takeLine(line.data)
    const record = AuditRecord.safeParse(value)
    if (record.success) return this.#takeRecord(record.data)
    this.#problem(`Behind record ${this.#size}: a line is neither a record nor anything known.`)
  }

  end(): ExportReport {
    if (this.#cluster === null) this.#problem('It is no export of an audit log.')
    if (this.#signature === null) this.#problem('It has no checkpoint: its end is not there.')
    for (const [sequence, by] of this.#erasedBy) {
      if (this.#erasures.get(by)?.includes(sequence)) continue
      this.#problem(`Record ${sequence}: its content is gone, and record ${by} does not say why.`)
    }
    for (const { size } of this.#rest) {
      this.#problem(
        `A checkpoint that you noted has ${size} records: the log was cut to ${this.#size}.`,
      )
    }
    for (const { sequence } of this.#trust.noted) {
      if (sequence > this.#size) this.#problem(`Record ${sequence}, which you noted, is not there.`)
    }
    return {
      cluster: this.#cluster ?? '',
      size: this.#size,
      root: hashText(rootOf(this.#range)),
      records: this.#records,
      expired: this.#expired,
      erased: this.#erasedBy.size,
      signature: this.#signature ?? 'none',
      problems: this.#problems,
    }
  }

  async #takeLine(line: ExportLine): Promise<void> {
    switch (line.kind) {
      case 'export':
        if (this.#cluster !== null && this.#cluster !== line.cluster) {
          this.#problem(`It goes on with the log of ${line.cluster}.`)
        }
        this.#cluster = line.cluster
        if (line.from !== this.#size + 1) this.#problem(`It starts at record ${line.from}.`)
        return
      case 'next':
        return
      case 'leaves':
        return this.#takeLeaves(line)
      case 'checkpoint':
        return this.#takeCheckpoint(line)
    }
  }

  #takeRecord(record: AuditRecord): void {
    const { sequence } = record
    if (sequence !== this.#size + 1 || record.cluster !== this.#cluster) {
      this.#problem(`Behind record ${this.#size} stands ${sequence} of ${record.cluster}.`)
    }
    if (!isHeaderUnaltered(record)) this.#problem(`Record ${sequence}: its hash is not its own.`)
    if (!isSameHash(leafOf(record.previous), this.#leaf)) {
      this.#problem(`Record ${sequence} does not continue the one before.`)
    }
    this.#passGap(record.previous.expiries, `Record ${sequence}`)
    this.#takeContent(record)
    const first = this.#keys.get(keyOf(record))
    if (first !== undefined) this.#problem(`Record ${sequence} is recorded already: ${first}.`)
    this.#keys.set(keyOf(record), sequence)
    this.#records += 1
    this.#advance(sequence, leafOf(record))
  }

  #takeContent(record: AuditRecord): void {
    const { sequence, erasedBy, content } = record
    if (content === null && erasedBy !== undefined) {
      this.#erasedBy.set(sequence, erasedBy)
    } else if (!isContentUnaltered(record, content)) {
      this.#problem(`Record ${sequence}: its content is not what was recorded.`)
    }
    const erasure = contentOf(record, 'erasure')
    if (erasure !== null) this.#erasures.set(sequence, erasure.sequences)
  }

  #takeLeaves({ from, hashes }: Extract<ExportLine, { kind: 'leaves' }>): void {
    if (from !== this.#size + 1)
      this.#problem(`Behind record ${this.#size} stand hashes of ${from}.`)
    this.#gapFrom ??= this.#size + 1
    for (const text of hashes) {
      const leaf = fromBase64(text)
      if (leaf?.length !== 32) return this.#problem(`A hash of record ${this.#size + 1} is none.`)
      this.#expired += 1
      this.#advance(this.#size + 1, leaf)
    }
  }

  /** Records may be gone where what follows says that all of them have expired. */
  #passGap(expiries: AuditRecord['previous']['expiries'], who: string): void {
    if (this.#gapFrom === null) return
    if (!haveExpiredSince(expiries, this.#gapFrom, this.#trust.now)) {
      this.#problem(
        `Records ${this.#gapFrom} to ${this.#size} are gone; ${who} says they are not due.`,
      )
    }
    this.#gapFrom = null
  }

  async #takeCheckpoint(line: Extract<ExportLine, { kind: 'checkpoint' }>): Promise<void> {
    const { sequence, hash, root, expiries, note } = line
    if (sequence !== this.#size) {
      this.#problem(`The checkpoint is of ${sequence} records, and ${this.#size} are there.`)
    }
    if (!isSameHash(leafOf({ hash }), this.#leaf)) {
      this.#problem('The checkpoint knows the last record by another hash.')
    }
    if (root !== hashText(rootOf(this.#range))) {
      this.#problem("The tree over all records is not the checkpoint's.")
    }
    this.#passGap(expiries, 'the checkpoint')
    this.#signature = await this.#checkNote(note, root, sequence)
  }

  async #checkNote(
    note: string | null,
    root: string,
    size: number,
  ): Promise<ExportReport['signature']> {
    const { verifiers } = this.#trust
    const noted = note === null ? null : readNotedCheckpoint(note)
    if (note !== null && (noted?.size !== size || hashText(noted.root) !== root)) {
      this.#problem('What is signed is not what the checkpoint says.')
    }
    if (verifiers.length === 0) return note === null ? 'none' : 'not checked'
    if (note !== null && (await isSignedBy(note, verifiers))) return 'good'
    this.#problem('The checkpoint bears no signature of the keys that you gave.')
    return 'none'
  }

  #advance(sequence: number, leaf: Hash): void {
    this.#size = sequence
    this.#leaf = leaf
    this.#range = appendLeaf(this.#range, leaf)
    for (const noted of this.#trust.noted) {
      if (noted.sequence !== sequence) continue
      const bytes = parseHash(noted.hash)
      if (bytes === null || !isSameHash(leafHash(bytes), leaf)) {
        this.#problem(`Record ${sequence} is not the one that you noted.`)
      }
    }
    this.#passCheckpoints()
  }

  #passCheckpoints(): void {
    for (const { cluster, size, root } of this.#rest.filter((one) => one.size === this.#size)) {
      if (isSameHash(root, rootOf(this.#range))) continue
      this.#problem(`The log is not the one that you noted of ${cluster} at ${size} records.`)
    }
    this.#rest = this.#rest.filter((one) => one.size > this.#size)
  }

  #problem(text: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push(text)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
