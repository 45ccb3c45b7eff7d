import { isObject } from '../snapshot/fields.ts'
import { SNAPSHOT_KINDS, type SnapshotKind } from '../snapshot/kinds.ts'
import { membersOf, type Sourced } from './sources.ts'

/** The objects of one kind in any form of a snapshot: a List, an array, an object of arrays. */
export function findObjects(source: Sourced, array: SnapshotKind): Sourced[] {
  const { value } = source
  if (Array.isArray(value)) return findInAll(membersOf(source, value, ''), array)
  if (!isObject(value)) return []
  const { kind, items } = value as { kind?: unknown; items?: unknown } // any object has these
  if (kind === undefined) return membersOf(source, value[array], `/${array}`)
  if (kind === SNAPSHOT_KINDS[array]) return [source]
  if (kind === `${SNAPSHOT_KINDS[array]}List`) return membersOf(source, items, '/items')
  return kind === 'List' ? findInAll(membersOf(source, items, '/items'), array) : []
}

function findInAll(sources: readonly Sourced[], array: SnapshotKind): Sourced[] {
  return sources.flatMap((source) => findObjects(source, array))
}
