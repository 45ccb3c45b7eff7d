import type { ObjectChanges } from '../snapshot/snapshot-objects.ts'
import { lastDigest, type SnapshotHead } from './port.ts'
import type { SnapshotLibrary } from './snapshot-library.ts'

/** What whoever follows a kept snapshot is told of it. */
export type SnapshotEvent =
  /** It is so now: at first, and whenever that was said again. */
  | { readonly kind: 'kept'; readonly head: SnapshotHead }
  /** What leads from the state before to this one. */
  | { readonly kind: 'patch'; readonly digest: string; readonly changes: ObjectChanges }
  /** It is another, or changed by more than is told: whoever wants it has to read it. */
  | { readonly kind: 'replaced'; readonly head: SnapshotHead }
  /** Nothing is kept under the name any more. */
  | { readonly kind: 'gone' }
  /** All is as it was, for a while. */
  | { readonly kind: 'silence' }

export interface FollowOptions {
  readonly library: SnapshotLibrary
  readonly name: string
  /** The state that the follower has; null: it begins with what is kept now. */
  readonly from: string | null
  readonly sleep: (ms: number) => Promise<void>
}

/** Where looking costs nothing, and where each look is a call of the platform's. */
const LOOK_MS = { memory: 500, elsewhere: 2000 }
/** A connection on which nothing comes for longer may be cut by whoever is in between. */
const SILENCE_MS = 15_000
/** Then the follower asks again, and whoever may not any more is not told any more. */
const FOLLOWED_MS = 600_000

/** What a follower knows. */
interface Known {
  digest: string | null
  /** When that was said last, in milliseconds since the epoch. */
  storedAtMs: number
}

/** Looks again and again, as long as somebody reads; whoever reads slowly is told of more at a time. */
export async function* followSnapshot({
  library,
  name,
  from,
  sleep,
}: FollowOptions): AsyncGenerator<SnapshotEvent, void, void> {
  const lookMs = library.port.kind === 'memory' ? LOOK_MS.memory : LOOK_MS.elsewhere
  const known: Known = { digest: from, storedAtMs: -1 }
  let silentMs = 0
  for (let followedMs = 0; followedMs < FOLLOWED_MS; followedMs += lookMs) {
    if (followedMs > 0) await sleep(lookMs)
    const head = await library.port.head(name)
    if (head === null) {
      yield { kind: 'gone' }
      return
    }
    silentMs += lookMs
    for await (const event of newsOf(library, name, head, known)) {
      yield event
      silentMs = 0
    }
    if (silentMs < SILENCE_MS) continue
    yield { kind: 'silence' }
    silentMs = 0
  }
}

/** What leads from what is known to what is kept, which is known then. */
async function* newsOf(
  library: SnapshotLibrary,
  name: string,
  head: SnapshotHead,
  known: Known,
): AsyncGenerator<SnapshotEvent, void, void> {
  const digest = lastDigest(head)
  known.digest ??= digest
  const patches = known.digest === digest ? [] : await library.patchesBehind(name, known.digest)
  for (const patch of patches ?? []) {
    yield { kind: 'patch', ...patch }
    known.digest = patch.digest
  }
  const isNew = patches?.length !== 0 || head.storedAtMs !== known.storedAtMs
  if (patches === null) yield { kind: 'replaced', head }
  // Of a patch that came behind this look the next one tells.
  else if (known.digest === digest && isNew) yield { kind: 'kept', head }
  else return
  known.digest = digest
  known.storedAtMs = head.storedAtMs
}
