import type { Run } from '../interpreter/run.ts'
import { EntryMap, isMap } from '../values/cel-map.ts'
import {
  Bytes,
  CelError,
  CelList,
  type CelMap,
  type CelValue,
  type Outcome,
} from '../values/cel-value.ts'
import { printValue } from '../values/print-value.ts'
import { withoutOperator } from './arithmetic.ts'
import { characterCount } from './cost.ts'
import { global, type Overload, type Signature, shared } from './overload.ts'
import { anInt, any, aString, listOf, mapOf, someBytes } from './params.ts'

const K = any('K')
const V = any('V')
const MAP = mapOf(K, V)

function size([value]: readonly CelValue[]): Outcome {
  if (typeof value === 'string') return BigInt(characterCount(value))
  if (value instanceof CelList) return BigInt(value.items.length)
  if (value instanceof Bytes) return BigInt(value.octets.length)
  return isMap(value) ? BigInt(value.size) : withoutOperator(value, 'size')
}

const SIZED: readonly Signature[] = [
  { params: [someBytes], result: anInt },
  { params: [listOf(any('A'))], result: anInt },
  { params: [mapOf(any('A'), any('B'))], result: anInt },
  { params: [aString], result: anInt },
]

/** With one more entry; a map that a loop collects in grows in place. */
function insert(map: CelMap, key: CelValue, value: CelValue, run: Run): Outcome {
  if (map.has(key)) return new CelError(`insert failed: key ${printValue(key)} already exists`)
  if (map instanceof EntryMap && map.isGrowing) {
    map.set(key, value)
    return map
  }
  return run.made(map.size + 1, () => new EntryMap([...map.entries(), [key, value]]))
}

function insertAll(map: CelMap, entries: CelMap, run: Run): Outcome {
  let target = map
  for (const [key, value] of entries.entries()) {
    const grown = insert(target, key, value, run)
    if (!isMap(grown)) return grown
    target = grown
  }
  return target
}

/** size, and what transformMap and transformMapEntry are made of. */
export const MAPS_AND_SIZES: readonly Overload[] = [
  ...shared('size', 'global', SIZED, size),
  ...shared('size', 'method', SIZED, size),
  global('cel.@mapInsert', [MAP, K, V], MAP, insert),
  global('cel.@mapInsert', [MAP, MAP], MAP, insertAll),
]
