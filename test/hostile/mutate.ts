/** Draws from 0 (included) to 1 (excluded). */
export type Random = () => number

/** Long enough to show what is not done in one pass, short enough for many of them. */
const LONG = 20_000
const DEEP = 80
const COPIES_MAX = 1500
/** A request that repetition makes longer than this is left as it is. */
const CHARS_MAX = 2_000_000

/** What hand-made or hostile JSON puts where something else belongs. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  '',
  ' ',
  'x',
  '0',
  '-0',
  '1e99999',
  '-5Gi',
  '1.0000000000000000000000001',
  '9223372036854775808',
  '\u0000',
  '\ufeff',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '2026-01-01T00:00:00Z',
  '9999-99-99T99:99:99Z',
  [],
  [null],
  [[]],
  [{}],
  {},
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse('{"constructor":null,"toString":1}'),
  '1'.repeat(LONG),
  `${'1'.repeat(LONG)}x`,
  'a/'.repeat(LONG),
  ' '.repeat(LONG),
]

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'kind',
  'spec',
  '\u0000',
]

interface Slot {
  readonly owner: Record<string, unknown>
  readonly key: string
}

/** Changes a few places of a request; the text may no longer be JSON. */
export function mutate(request: object, random: Random): string {
  const body: unknown = structuredClone(request)
  for (let count = 1 + pick(4, random); count > 0; count--) {
    const slots = slotsOf(body)
    const slot = slots[pick(slots.length, random)]
    if (slot !== undefined) change(slot, slots, random)
  }
  const text = JSON.stringify(body)
  const usual = text.length > CHARS_MAX ? JSON.stringify(request) : text
  return random() < 0.05 ? damage(usual, random) : usual
}

function change({ owner, key }: Slot, slots: readonly Slot[], random: Random): void {
  const value = owner[key]
  switch (pick(8, random)) {
    case 0:
      if (Array.isArray(owner)) owner.splice(Number(key), 1)
      else delete owner[key]
      return
    case 1:
      if (Array.isArray(owner)) owner.push(structuredClone(value))
      else put(owner, oneOf(KEYS, random), value)
      return
    case 2: {
      // Something real, in the wrong place.
      const other = slots[pick(slots.length, random)]
      if (other !== undefined) put(owner, key, structuredClone(other.owner[other.key]))
      return
    }
    case 3:
      put(owner, key, nest(value, random))
      return
    case 4:
      if (Array.isArray(value)) put(owner, key, repeat(value, random))
      else put(owner, key, oneOf(VALUES, random))
      return
    case 5:
      if (typeof value === 'number') put(owner, key, value * 10 ** (pick(30, random) - 10))
      else if (typeof value === 'string') put(owner, key, damage(value, random))
      return
    default:
      put(owner, key, structuredClone(oneOf(VALUES, random)))
  }
}

/** An own property, also where the key is `__proto__`. */
function put(owner: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, enumerable: true, writable: true, configurable: true })
}

function nest(value: unknown, random: Random): unknown {
  let nested = value
  const isList = random() < 0.5
  for (let depth = pick(DEEP, random); depth > 0; depth--)
    nested = isList ? [nested] : { a: nested }
  return nested
}

function repeat(values: readonly unknown[], random: Random): unknown[] {
  const copiesMax = Math.floor(CHARS_MAX / JSON.stringify(values).length)
  const copies = 1 + pick(Math.min(COPIES_MAX, copiesMax), random)
  return values.flatMap((value) => Array.from({ length: copies }, () => structuredClone(value)))
}

/** One stretch of a text replaced. */
function damage(text: string, random: Random): string {
  const start = pick(text.length + 1, random)
  const patch = oneOf(['', '"', '{', ']', ',', '\\u', '\u0007', '9'.repeat(400), 'é'], random)
  return text.slice(0, start) + patch + text.slice(start + pick(4, random))
}

/** Every place of a value where another can be put. */
function slotsOf(value: unknown): Slot[] {
  const slots: Slot[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const owner = next as Record<string, unknown> // arrays take their indices as keys too
    for (const key of Object.keys(owner)) {
      slots.push({ owner, key })
      open.push(owner[key])
    }
  }
  return slots
}

export function oneOf<One>(choices: readonly One[], random: Random): One {
  const choice = choices[pick(choices.length, random)]
  if (choice === undefined) throw new Error('there is nothing to choose from')
  return choice
}

function pick(count: number, random: Random): number {
  return Math.floor(random() * count)
}
