import { err, ok, type Result } from '../../../result.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Unavailable } from '../../port.ts'
import { counted as countCalls, type counted } from '../counted.ts'
import { sequenceKey } from '../keys.ts'
import { type AuditLog, logTime } from '../log.ts'
import { type Batch, lastOf, readBatchesBack } from '../records/batch.ts'
import { readBatchOf, recordIn } from '../records/range.ts'
import { type Shown, show } from '../records/shown.ts'
import { matcher, type PreemptionFilter } from './preemption-filter.ts'
import { firstSince } from './time.ts'
import { parseEntries, placeOf, SEGMENT, segmentOf, type View, type ViewPlace } from './views.ts'
import { readProgress } from './write-views.ts'

export interface PageRequest {
  /** Only records with a lower number: the `before` of the page before; null for the first. */
  readonly before: number | null
  readonly limit: number
  /** What a page may cost; where it runs out the page is short. */
  readonly callsMax: number
}

export interface Page {
  readonly records: readonly Shown<'preemption'>[]
  /** Where the next page starts; null when nothing is left. */
  readonly before: number | null
}

/** Batches of one look back, and items of a view. */
const STEP = 4

/** A listing under way. */
interface Listing {
  readonly log: AuditLog & { readonly store: ReturnType<typeof counted> }
  readonly places: readonly ViewPlace[]
  readonly matches: (shown: Shown<'preemption'>) => boolean
  readonly from: Date | undefined
  /** Up to here views lead to everything; above, the records themselves are looked at. */
  readonly viewedThrough: number
  readonly found: Shown<'preemption'>[]
  /** One more than is asked for tells that there are more. */
  readonly enough: number
  /** Calls after which it ends, wherever it is. */
  readonly callsMax: number
  /** Nothing with this number or a higher one is left to look at. */
  below: number
  isOver: boolean
}

/** Preemptions that match, newest first. */
export async function listPreemptions(
  given: AuditLog,
  filter: PreemptionFilter,
  { before, limit, callsMax }: PageRequest,
): Promise<Result<Page, Unavailable>> {
  if (filter.victimNamespaces?.length === 0) return ok({ records: [], before: null })
  const log = { ...given, store: countCalls(given.store) }
  const views = viewsFor(filter)
  const progress = await readProgress(log)
  if (!progress.ok) return progress
  const end = before ?? Number.MAX_SAFE_INTEGER
  const below = await startOf(log, filter, end)
  if (!below.ok) return below
  const listing: Listing = {
    log,
    places: views.map((view) => placeOf(log.cluster, view)),
    matches: matcher(filter, logTime(log)),
    from: filter.from,
    viewedThrough: views.length === 0 ? 0 : progress.value.segments * SEGMENT,
    found: [],
    enough: limit + 1,
    callsMax: log.store.calls() + callsMax,
    below: below.value,
    isOver: below.value <= 1,
  }
  while (!isDone(listing)) {
    const step = await (listing.below - 1 > listing.viewedThrough
      ? lookBack(listing)
      : followViews(listing))
    if (!step.ok) return step
  }
  const records = listing.found.slice(0, limit)
  if (listing.found.length > limit) {
    return ok({ records, before: records.at(-1)?.record.sequence ?? null })
  }
  return ok({ records, before: listing.isOver ? null : listing.below })
}

function isDone({ log, isOver, found, enough, callsMax }: Listing): boolean {
  return isOver || found.length >= enough || log.store.calls() >= callsMax
}

async function startOf(
  log: AuditLog,
  { to }: PreemptionFilter,
  end: number,
): Promise<Result<number, Unavailable>> {
  if (to === undefined) return ok(end)
  const newest = await readBatchesBack(log, end - 1, 1)
  if (!newest.ok) return newest
  const [batch] = newest.value
  return firstSince(log, to, Math.min(end, batch === undefined ? 1 : lastOf(batch) + 1))
}

/** The views to read; of several conditions the one that leaves the fewest records. */
function viewsFor({ preemptor, node, victimNamespaces }: PreemptionFilter): View[] {
  // A tenant's own namespaces first: what other views hold of others must not take it time.
  if (victimNamespaces !== undefined) {
    return victimNamespaces.map((namespace) => ({ by: 'namespace', namespace }))
  }
  if (preemptor !== undefined) return [{ by: 'preemptor', ...preemptor }]
  return node === undefined ? [] : [{ by: 'node', node }]
}

/** Looks at the records themselves, newest first. */
async function lookBack(listing: Listing): Promise<Result<null, Unavailable>> {
  const { log, viewedThrough } = listing
  const batches = await readBatchesBack(log, listing.below - 1, STEP)
  if (!batches.ok) return batches
  for (const batch of batches.value) {
    const sequences = (batch.records ?? []).map((_, at) => batch.first + at).reverse()
    const inTail = sequences.filter((sequence) => sequence > viewedThrough)
    const looked = await lookAt(listing, inTail, async () => ok(batch))
    if (!looked.ok) return looked
    if (isDone(listing)) return ok(null)
    // A batch that cannot be read is passed over: verification says what is wrong with it.
    listing.below = Math.min(listing.below, Math.max(batch.first, viewedThrough + 1))
  }
  if (batches.value.length < STEP) {
    listing.isOver = viewedThrough === 0
    listing.below = viewedThrough + 1
  }
  return ok(null)
}

/** Looks at the records that the views name, newest first. */
async function followViews(listing: Listing): Promise<Result<null, Unavailable>> {
  const { log, places, below } = listing
  const to = sequenceKey(segmentOf(below - 1))
  const lists = await inParallel(places, ({ pk }) =>
    log.store.query({ pk, to, limit: STEP, descending: true }),
  )
  if (!lists.ok) return lists
  // Every list is whole down to the segment where the one that was cut off ends.
  const cut = lists.value.filter(({ length }) => length === STEP)
  const lowest = Math.max(-1, ...cut.map((items) => Number(items.at(-1)?.sk)))
  const sequences = new Set<number>()
  for (const [at, items] of lists.value.entries()) {
    for (const { sk, body } of items.filter((item) => Number(item.sk) >= lowest)) {
      for (const [sequence, print] of parseEntries(body)) {
        const isIts = print === places[at]?.print && segmentOf(sequence) === Number(sk)
        if (isIts && sequence < below) sequences.add(sequence)
      }
    }
  }
  let last: Batch | null = null
  const inTurn = [...sequences].sort((a, b) => b - a)
  const looked = await lookAt(listing, inTurn, async (sequence) => {
    if (recordIn(last, sequence) !== null) return ok(last)
    const batch = await readBatchOf(log, sequence)
    if (batch.ok) last = batch.value
    return batch
  })
  if (!looked.ok || isDone(listing)) return looked
  listing.isOver = cut.length === 0
  listing.below = lowest * SEGMENT + 1
  return ok(null)
}

/** Takes what matches of these, and stops where the time that is asked for begins. */
async function lookAt(
  listing: Listing,
  sequences: readonly number[],
  batchOf: (sequence: number) => Promise<Result<Batch | null, Unavailable>>,
): Promise<Result<null, Unavailable>> {
  const { log, from, matches, found } = listing
  for (const sequence of sequences) {
    if (sequence >= listing.below) continue
    if (isDone(listing)) return ok(null)
    const batch = await batchOf(sequence)
    if (!batch.ok) return batch
    const record = recordIn(batch.value, sequence)
    if (record === null) continue
    if (from !== undefined && Date.parse(record.time) < from.getTime()) {
      listing.isOver = true
      return ok(null)
    }
    const shown = await show(log, record, 'preemption')
    if (!shown.ok) return err(shown.error)
    if (shown.value !== null && matches(shown.value)) found.push(shown.value)
    listing.below = sequence
  }
  return ok(null)
}
