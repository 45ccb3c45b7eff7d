import { err, ok, type Result } from '../../../result.ts'
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import type { LogFailure } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { appendLeaves, EMPTY_RANGE, rootOf } from './compact-range.ts'
import type { Hash } from './hash.ts'
import type { Subtrees } from './proof.ts'
import { readTile, TILE_WIDTH, tileGone } from './tiles.ts'

type Log = Pick<AuditLog, 'store' | 'cluster'>

/** The leaves of records `first` to `last`, as tiles and the checkpoint keep them. */
export async function readLeaves(
  log: Log,
  { tree }: Checkpoint,
  first: number,
  last: number,
): Promise<Result<Hash[], LogFailure>> {
  const leaves: Hash[] = []
  const tiled = tree.tiled.size
  for (let at = first - 1; at < last; ) {
    if (at >= tiled) {
      leaves.push(...tree.untiled.slice(at - tiled, last - tiled))
      break
    }
    const index = Math.floor(at / TILE_WIDTH)
    const end = Math.min(last, tiled, (index + 1) * TILE_WIDTH)
    const tile = await readTile(log, 0, index)
    if (!tile.ok) return tile
    const part = tile.value.slice(at - index * TILE_WIDTH, end - index * TILE_WIDTH)
    if (part.length < end - at) return err(tileGone(0, index))
    leaves.push(...part)
    at = end
  }
  return ok(leaves)
}

/** A hash that a proof needs is not where it should be. */
class Gone extends Error {
  readonly failure: LogFailure

  constructor(failure: LogFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/**
 * Makes a proof of the subtrees of the tree at a checkpoint. Each tile is read once. The proof's
 * code knows no store, so what fails here leaves it as an exception, and this function as a value.
 */
export async function prove(
  log: Log,
  checkpoint: Checkpoint,
  make: (subtrees: Subtrees) => Promise<Hash[]>,
): Promise<Result<Hash[], LogFailure>> {
  const tiles = new Map<string, readonly Hash[]>()
  const tileOf = async (level: number, index: number) => {
    const name = `${level}/${index}`
    const known = tiles.get(name)
    if (known !== undefined) return known
    const tile = await readTile(log, level, index)
    if (!tile.ok) throw new Gone(tile.error)
    tiles.set(name, tile.value)
    return tile.value
  }
  const subtrees: Subtrees = async (level, index) => {
    const [tileLevel, width] = [Math.floor(level / 8), 2 ** (level % 8)]
    const start = index * width
    const tile = Math.floor(start / TILE_WIDTH)
    const isUntiled = (index + 1) * 2 ** level > checkpoint.tree.tiled.size
    const hashes = isUntiled
      ? await leavesOf(log, checkpoint, level, index)
      : (await tileOf(tileLevel, tile)).slice(start % TILE_WIDTH, (start % TILE_WIDTH) + width)
    if (hashes.length === 0) throw new Gone(tileGone(tileLevel, tile))
    return rootOf(appendLeaves(EMPTY_RANGE, hashes))
  }
  try {
    return ok(await make(subtrees))
  } catch (thrown) {
    if (thrown instanceof Gone) return err(thrown.failure)
    throw thrown
  }
}

/** All leaves of a subtree that reaches beyond the tiles; there are a few hundred at most. */
async function leavesOf(log: Log, checkpoint: Checkpoint, level: number, index: number) {
  const leaves = await readLeaves(log, checkpoint, index * 2 ** level + 1, (index + 1) * 2 ** level)
  if (!leaves.ok) throw new Gone(leaves.error)
  return leaves.value
}
