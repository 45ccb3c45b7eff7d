import type { CelDialect } from '../device-selector.ts'
import type { Run } from '../interpreter/run.ts'
import { CelError, CelList, NO_SUCH_OVERLOAD, type Outcome } from '../values/cel-value.ts'
import { printValue } from '../values/print-value.ts'
import { product, rebuild, rebuildResult, traversal } from './cost.ts'
import { formatString } from './format-string.ts'
import { type Cost, global, method, type Overload, shared } from './overload.ts'
import { aBool, aDyn, anInt, aString, listOf } from './params.ts'

function outOfRange(index: bigint): CelError {
  return new CelError(`index out of range: ${index}`)
}

/** The code points of a text: places are counted in these. */
function pointsOf(text: string): readonly string[] {
  return Array.from(text)
}

function charAt(text: string, index: bigint): Outcome {
  const points = pointsOf(text)
  if (index < 0n || index > BigInt(points.length)) return outOfRange(index)
  return points[Number(index)] ?? ''
}

function indexOf(text: string, part: string, offset: bigint, run: Run): Outcome {
  if (offset < 0n) return outOfRange(offset)
  const points = pointsOf(text)
  const length = BigInt(points.length)
  if (part === '') return offset > length ? length : offset
  if (offset >= length || !run.work(text.length)) return -1n
  const at = points.slice(Number(offset)).join('').indexOf(part)
  if (at < 0) return -1n
  const before = points.slice(Number(offset)).join('').slice(0, at)
  return offset + BigInt(pointsOf(before).length)
}

function lastIndexOf(text: string, part: string, run: Run): Outcome {
  const length = BigInt(pointsOf(text).length)
  if (part === '') return length
  return text.length < part.length ? -1n : lastIndexFrom(text, part, length - 1n, run)
}

/** The last place not behind the offset. */
function lastIndexFrom(text: string, part: string, offset: bigint, run: Run): Outcome {
  if (offset < 0n) return outOfRange(offset)
  const points = pointsOf(text)
  const length = BigInt(points.length)
  if (part === '') return offset > length ? length : offset
  if (offset >= length || !run.work(text.length)) return -1n
  const upTo = points.slice(0, Number(offset)).join('').length
  const at = text.lastIndexOf(part, upTo)
  return at < 0 ? -1n : BigInt(pointsOf(text.slice(0, at)).length)
}

function replace(text: string, old: string, replacement: string, limit: bigint, run: Run): Outcome {
  if (limit === 0n || old === replacement) return text
  const parts = old === '' ? ['', ...pointsOf(text), ''] : text.split(old)
  const most = limit < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1)
  return run.made((text.length + most * replacement.length) >> 2, () => {
    const head = parts.slice(0, most + 1).join(replacement)
    return most === parts.length - 1 ? head : head + old + parts.slice(most + 1).join(old)
  })
}

/** At most so many parts, the last one with all the rest; below zero: all parts. */
function split(text: string, separator: string, limit: bigint): CelList {
  if (limit === 0n) return new CelList([])
  const parts = separator === '' ? [...pointsOf(text)] : text.split(separator)
  const most = limit < 0n ? parts.length : Math.min(Number(limit), parts.length)
  if (most === parts.length) return new CelList(parts)
  const rest = parts.slice(most - 1).join(separator)
  return new CelList([...parts.slice(0, most - 1), rest])
}

function substring(text: string, start: bigint, end: bigint | null): Outcome {
  const points = pointsOf(text)
  const length = BigInt(points.length)
  if (end !== null && start > end) {
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`)
  }
  if (start < 0n || start > length) return outOfRange(start)
  if (end !== null && (end < 0n || end > length)) return outOfRange(end)
  return points.slice(Number(start), end === null ? undefined : Number(end)).join('')
}

/** strings.TrimSpace: what Go takes for space, which is not quite what JavaScript does. */
const SPACES =
  '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const LEADING = new RegExp(`^[${SPACES}]+`)

function trim(text: string): string {
  const start = LEADING.exec(text)?.[0].length ?? 0
  let end = text.length
  while (end > start && LEADING.test(text[end - 1])) end--
  return text.slice(start, end)
}

function join({ items }: CelList, separator: string, run: Run): Outcome {
  let length = 0
  const texts: string[] = []
  for (const item of items) {
    if (typeof item !== 'string') {
      return new CelError(`join: invalid input: ${printValue(item)}`)
    }
    texts.push(item)
    length += item.length + separator.length
  }
  return run.made(length >> 2, () => texts.join(separator))
}

const QUOTED: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
])

function quote(text: string): string {
  return `"${Array.from(text, (point) => QUOTED.get(point) ?? point).join('')}"`
}

/** A test of the language itself; other values than strings are told from it only when it runs. */
function test(
  name: string,
  isTrue: (text: string, part: string) => boolean,
  cost: Cost,
): readonly Overload[] {
  return shared(name, 'method', [{ params: [aString, aString], result: aBool, cost }], ([a, b]) => {
    const areStrings = typeof a === 'string' && typeof b === 'string'
    return areStrings ? isTrue(a, b) : NO_SUCH_OVERLOAD
  })
}

/** contains, endsWith and startsWith; the latter two were charged by the text, not by the part. */
export function stringTests(celGo: CelDialect['celGo']): readonly Overload[] {
  const ends = traversal(celGo === '0.26' ? 0 : 1)
  return [
    ...test('contains', (text, part) => text.includes(part), product),
    ...test('endsWith', (text, part) => text.endsWith(part), ends),
    ...test('startsWith', (text, part) => text.startsWith(part), ends),
  ]
}

const once = { costOfName: traversal(0) }

/** The strings extension, version 2 (cel-go ext/strings.go). */
export const STRINGS: readonly Overload[] = [
  method('charAt', [aString, anInt], aString, charAt),
  method('lowerAscii', [aString], aString, (text) => text.replace(/[A-Z]+/g, lower), once),
  method('upperAscii', [aString], aString, (text) => text.replace(/[a-z]+/g, upper), once),
  method(
    'replace',
    [aString, aString, aString],
    aString,
    (text, old, replacement, run) => replace(text, old, replacement, -1n, run),
    { costOfName: rebuild },
  ),
  method('replace', [aString, aString, aString, anInt], aString, replace, { costOfName: rebuild }),
  method('split', [aString, aString], listOf(aString), (text, by) => split(text, by, -1n), {
    costOfName: rebuild,
  }),
  method('split', [aString, aString, anInt], listOf(aString), split, { costOfName: rebuild }),
  method(
    'substring',
    [aString, anInt],
    aString,
    (text, start) => substring(text, start, null),
    once,
  ),
  method('substring', [aString, anInt, anInt], aString, substring, once),
  method('trim', [aString], aString, trim, once),
  method('join', [listOf(aString)], aString, (list, run) => join(list, '', run), {
    costOfName: rebuildResult,
  }),
  method('join', [listOf(aString), aString], aString, join, { costOfName: rebuildResult }),
  method('format', [aString, listOf(aDyn)], aString, formatString, {
    cost: traversal(0),
    isVariadic: true,
  }),
  global('strings.quote', [aString], aString, quote, { cost: traversal(0) }),
]

function lower(text: string): string {
  return text.toLowerCase()
}

function upper(text: string): string {
  return text.toUpperCase()
}

/** What strings and lists both have; the lists' overloads are in kubernetes-lists.ts. */
export function stringIndexes(celGo: CelDialect['celGo']): readonly Overload[] {
  const isOld = celGo === '0.26'
  return [
    method('indexOf', [aString, aString], anInt, (text, part, run) => indexOf(text, part, 0n, run)),
    method('indexOf', [aString, aString, anInt], anInt, (text, part, offset, run) =>
      // The empty string was found anywhere, even outside.
      isOld && part === '' ? offset : indexOf(text, part, offset, run),
    ),
    method('lastIndexOf', [aString, aString], anInt, lastIndexOf),
    method('lastIndexOf', [aString, aString, anInt], anInt, (text, part, offset, run) =>
      isOld && part === '' ? offset : lastIndexFrom(text, part, offset, run),
    ),
  ]
}
