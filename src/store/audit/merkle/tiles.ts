import { err, ok, type Result } from '../../../result.ts'
import { fromBase64, toBase64 } from '../../base64.ts'
import type { StorePort } from '../../port.ts'
import { type Broken, broken, type LogFailure } from '../fault.ts'
import { tileKey } from '../keys.ts'
import { appendLeaves, EMPTY_RANGE, rootOf } from './compact-range.ts'
import type { Hash } from './hash.ts'
import { type Tree, withTiles } from './tree.ts'

/**
 * The tree's hashes outlive its records: leaves in items of 256, the roots of full ones in items of
 * the level above, and so on. They hold no names, never expire, and every proof is made of them.
 */
export const TILE_WIDTH = 256

/** Leaves wait in the checkpoint until there are so many that a write of their own is worth it. */
const UNTILED_MAX = 32

interface Log {
  readonly store: StorePort
  readonly cluster: string
}

/** The same tree, with its leaves in tiles if many are not. */
export async function tileTree(log: Log, tree: Tree): Promise<Result<Tree, LogFailure>> {
  if (tree.untiled.length < UNTILED_MAX) return ok(tree)
  const grown = await growLevel(log, 0, tree.tiled.size, tree.untiled)
  return grown.ok ? ok(withTiles(tree)) : grown
}

/** Puts hashes behind the first `count` of a level, and the roots of tiles that are full above. */
async function growLevel(
  log: Log,
  level: number,
  count: number,
  hashes: readonly Hash[],
): Promise<Result<null, LogFailure>> {
  let rest = hashes
  for (let index = Math.floor(count / TILE_WIDTH); rest.length > 0; index++) {
    const present = Math.max(0, count - index * TILE_WIDTH)
    const before = await readPart(log, level, index, present)
    if (!before.ok) return before
    const tile = [...before.value, ...rest.slice(0, TILE_WIDTH - present)]
    rest = rest.slice(TILE_WIDTH - present)
    const item = { ...tileKey(log.cluster, level, index), version: tile.length, body: pack(tile) }
    const put = await log.store.put(item, 'advances')
    if (!put.ok && put.error.kind === 'unavailable') return err(put.error)
    if (tile.length < TILE_WIDTH) return ok(null)
    const above = await growLevel(log, level + 1, index, [rootOfTile(tile)])
    if (!above.ok) return above
  }
  return ok(null)
}

/** The first hashes of a tile, which must be there. */
async function readPart(
  log: Log,
  level: number,
  index: number,
  width: number,
): Promise<Result<readonly Hash[], LogFailure>> {
  if (width === 0) return ok([])
  const tile = await readTile(log, level, index)
  if (!tile.ok) return tile
  if (tile.value.length >= width) return ok(tile.value.slice(0, width))
  return err(tileGone(level, index))
}

export function tileGone(level: number, index: number): Broken {
  const first = index * TILE_WIDTH ** (level + 1) + 1
  return broken(first, `Hashes of the tree are gone (level ${level}, item ${index}).`)
}

/** The hashes of a tile, as many as there are. */
export async function readTile(
  { store, cluster }: Log,
  level: number,
  index: number,
): Promise<Result<readonly Hash[], LogFailure>> {
  const item = await store.get(tileKey(cluster, level, index))
  return item.ok ? ok(item.value === null ? [] : unpack(item.value.body)) : item
}

function rootOfTile(hashes: readonly Hash[]): Hash {
  return rootOf(appendLeaves(EMPTY_RANGE, hashes))
}

function pack(hashes: readonly Hash[]): string {
  const bytes = new Uint8Array(hashes.length * 32)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * 32)
  return toBase64(bytes)
}

function unpack(body: string): Hash[] {
  const bytes = fromBase64(body) ?? new Uint8Array(0)
  return Array.from({ length: Math.floor(bytes.length / 32) }, (_, at) =>
    bytes.slice(at * 32, (at + 1) * 32),
  )
}
