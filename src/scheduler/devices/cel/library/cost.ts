import { isMap } from '../values/cel-map.ts'
import { Bytes, CelError, CelList, Optional, type Outcome } from '../values/cel-value.ts'
import { goTypeName } from '../values/go-type-name.ts'
import { Cidr, IpAddress } from '../values/ip-address.ts'
import { utf8Length } from '../values/utf8.ts'
import type { Cost } from './overload.ts'

/** What going through one character costs. */
const CHARACTER_COST = 0.1
/** What a character of a regular expression costs on one unit of text. */
const PATTERN_CHARACTER_COST = 0.25
export const LIST_COST = 10
export const MAP_COST = 30

/** How large cel-go takes a value to be (traits.Sizer): characters, elements, bytes; else 1. */
export function sizeOf(value: Outcome): number {
  if (typeof value === 'string') return characterCount(value)
  if (typeof value !== 'object' || value === null || value instanceof CelError) return 1
  if (value instanceof CelList) return value.items.length
  if (value instanceof Bytes) return value.octets.length
  if (value instanceof IpAddress) return value.octets.length
  if (value instanceof Cidr) return Math.ceil(value.prefixLength / 8)
  if (value instanceof Optional) return value.value === undefined ? 1 : sizeOf(value.value)
  return isMap(value) ? value.size : 1
}

/** By code points. */
export function characterCount(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count--
  }
  return count
}

function sizeAt(args: readonly Outcome[], index: number): number {
  const arg = args[index]
  return arg === undefined ? 1 : sizeOf(arg)
}

export function traversalOf(size: number): number {
  return Math.ceil(size * CHARACTER_COST)
}

/** One time through an argument. */
export function traversal(index: number): Cost {
  return (args) => traversalOf(sizeAt(args, index))
}

/** Two times through the first argument: once to read, once to build. */
export const rebuild: Cost = (args) => traversalOf(sizeAt(args, 0) * 2)

export const rebuildResult: Cost = (_args, result) => traversalOf(sizeOf(result) * 2)

/** Through the shorter of two, as comparing goes. */
export const shorter: Cost = (args) => traversalOf(Math.min(sizeAt(args, 0), sizeAt(args, 1)))

export const bothLengths: Cost = (args) => traversalOf(sizeAt(args, 0) + sizeAt(args, 1))

export const product: Cost = (args) => traversalOf(sizeAt(args, 0)) * traversalOf(sizeAt(args, 1))

export const elementsOfSecond: Cost = (args) => sizeAt(args, 1)

/** A text against a pattern of so many characters. */
export function patternCost(text: Outcome | undefined, patternLength: number): number {
  const size = text === undefined ? 1 : sizeOf(text)
  return traversalOf(1 + size) * Math.ceil(patternLength * PATTERN_CHARACTER_COST)
}

export const pattern: Cost = (args) => patternCost(args[0], sizeAt(args, 1))

/** All that is in a value, by Kubernetes' count, which rounds down for every string. */
export const deepTraversal: Cost = (args) => (args[0] === undefined ? 0 : deepCost(args[0]))

/** A value that holds the same list many times over is not gone through any further than this. */
const PARTS_MAX = 2_000_000

function deepCost(value: Outcome): number {
  let cost = 0
  let parts = 0
  const pending: Outcome[] = [value]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (++parts > PARTS_MAX) return PARTS_MAX
    if (part instanceof CelList) for (const item of part.items) pending.push(item)
    else if (isMap(part)) for (const [key, item] of part.entries()) pending.push(key, item)
    else cost += costOfPart(part)
  }
  return cost
}

function costOfPart(value: Outcome): number {
  if (typeof value === 'string') return Math.floor(utf8Length(value) * CHARACTER_COST)
  return value instanceof Bytes ? Math.floor(value.octets.length * CHARACTER_COST) : 1
}

/** A list that a call made: of so many elements, each so dear. */
export function madeList(size: number, perElement = 1): number {
  const factor = perElement < 0 ? 1 : perElement
  return Math.trunc(size * factor) + 1 + LIST_COST
}

export const resultList: Cost = (_args, result) => madeList(sizeOf(result))

/** Upstream counts on a list where an argument may be anything, and panics. */
function notALister(value: Outcome): CelError {
  const type = value instanceof CelError ? '*types.Err' : goTypeName(value)
  const method = /^types\.(Bytes|Double|Duration|Int|String|Timestamp|Uint)$/.test(type)
    ? 'Contains'
    : 'Add'
  const conversion = `interface conversion: ${type} is not traits.Lister: missing method ${method}`
  return new CelError(`internal error: ${conversion}`)
}

/** Every element against every other. */
export function selfComparison(index: number): Cost {
  return (args) => {
    const list = args[index] ?? null
    if (!(list instanceof CelList)) return notALister(list)
    const first = list.items[0]
    const isText = typeof first === 'string' || first instanceof Bytes
    return madeList(list.items.length ** 2, isText ? 2 + CHARACTER_COST : 2)
  }
}
