import * as z from 'zod'
import { ok, type Result } from '../../../result.ts'
import { fromBase64, toBase64 } from '../../base64.ts'
import { canonicalJson } from '../../canonical-json.ts'
import type { StoredItem, StorePort, Unavailable } from '../../port.ts'
import { readJson } from '../../read-json.ts'
import { checkpointKey } from '../keys.ts'
import { EMPTY_RANGE, rootOf, subtreeCount } from '../merkle/compact-range.ts'
import type { Hash } from '../merkle/hash.ts'
import { EMPTY_TREE, type Tree, treeOf } from '../merkle/tree.ts'
import { CHAIN_START, type ChainEnd } from '../records/record.ts'
import type { NoteSigner, NoteVerifier } from './note-keys.ts'
import { isSignedBy, noteText, signNote } from './signed-note.ts'

/** The end of a chain and the tree over it: all that the next append builds on. */
export interface Head {
  readonly end: ChainEnd
  readonly tree: Tree
}

/** A head as it was written down apart from the chain; `note` says the same, signed. */
export interface Checkpoint extends Head {
  readonly note: string | null
}

/** Of a log that has no record yet. */
export const EMPTY_CHECKPOINT: Checkpoint = { end: CHAIN_START, tree: EMPTY_TREE, note: null }

const Hashes = z.array(z.string())
const Body = z.looseObject({
  format: z.literal(1),
  size: z.int().min(0),
  hash: z.string(),
  time: z.string(),
  expiries: z.array(z.tuple([z.int(), z.string().nullable()])),
  root: z.string(),
  tiled: z.strictObject({ size: z.int().min(0), subtrees: Hashes }),
  untiled: Hashes,
  note: z.string().nullable(),
})

/**
 * What is signed, in the form of transparency logs (https://c2sp.org/tlog-checkpoint): whose log,
 * how many records, the root of the tree over them; and the last record's hash.
 */
function checkpointText(cluster: string, { end, tree }: Head): string {
  const root = toBase64(rootOf(tree.whole))
  return `berth/${cluster}\n${end.size}\n${root}\nrecord ${end.hash}\n`
}

/** The note of a checkpoint; without a signature its text alone, with the empty line that ends it. */
export function checkpointNote(cluster: string, { note, ...head }: Checkpoint): string {
  return note ?? `${checkpointText(cluster, head)}\n`
}

export async function signCheckpoint(
  cluster: string,
  head: Head,
  signer: NoteSigner | null,
): Promise<Checkpoint> {
  const note = signer === null ? null : await signNote(checkpointText(cluster, head), signer)
  return { ...head, note }
}

/** `revision` tells apart what is written of one and the same end: 0 with its batch, 1 adopted. */
export function checkpointItem(
  cluster: string,
  { end, tree, note }: Checkpoint,
  revision: 0 | 1 = 0,
): StoredItem {
  const { whole, tiled, untiled } = tree
  const body: z.input<typeof Body> = {
    format: 1,
    size: end.size,
    hash: end.hash,
    time: end.time,
    expiries: end.expiries.map(([sequence, expiresAt]) => [sequence, expiresAt]),
    root: toBase64(rootOf(whole)),
    tiled: { size: tiled.size, subtrees: tiled.subtrees.map(toBase64) },
    untiled: untiled.map(toBase64),
    note,
  }
  const version = 1 + 2 * end.size + revision
  return { ...checkpointKey(cluster), version, body: canonicalJson(body) }
}

/** What stands where the checkpoint should. */
export type ReadCheckpoint =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly checkpoint: Checkpoint; readonly body: string }

export async function readCheckpoint(
  store: StorePort,
  cluster: string,
): Promise<Result<ReadCheckpoint, Unavailable>> {
  const item = await store.get(checkpointKey(cluster))
  if (!item.ok) return item
  if (item.value === null) return ok({ kind: 'none' })
  const { body } = item.value
  const checkpoint = parseCheckpoint(body)
  return ok(checkpoint === null ? { kind: 'unreadable' } : { kind: 'read', checkpoint, body })
}

/** Null for a body that no version of Berth wrote: its parts must fit one another. */
function parseCheckpoint(body: string): Checkpoint | null {
  const parsed = readJson(Body, body)
  if (parsed === null) return null
  const { size, hash, time, expiries, note } = parsed
  const subtrees = parsed.tiled.subtrees.map(readHash)
  const untiled = parsed.untiled.map(readHash)
  if (!areHashes(subtrees) || !areHashes(untiled)) return null
  if (subtrees.length !== subtreeCount(parsed.tiled.size)) return null
  if (parsed.tiled.size + untiled.length !== size) return null
  const tree = treeOf({ ...EMPTY_RANGE, size: parsed.tiled.size, subtrees }, untiled)
  if (toBase64(rootOf(tree.whole)) !== parsed.root) return null
  return { end: { size, hash, time, expiries }, tree, note }
}

/** Whether the note of a checkpoint says what the checkpoint says, signed by one of these keys. */
export async function isSignatureGood(
  cluster: string,
  { note, ...head }: Checkpoint,
  verifiers: readonly NoteVerifier[],
): Promise<boolean> {
  if (note === null || noteText(note) !== checkpointText(cluster, head)) return false
  return isSignedBy(note, verifiers)
}

function readHash(text: string): Hash | null {
  const bytes = fromBase64(text)
  return bytes?.length === 32 ? bytes : null
}

function areHashes(hashes: readonly (Hash | null)[]): hashes is readonly Hash[] {
  return !hashes.includes(null)
}
