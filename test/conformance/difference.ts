/** One point where Berth's decision departs from the real scheduler's. */
export interface Difference {
  /** What differs: `outcome`, `rejected.reasons`, `scores.weighted`, ... */
  field: string
  /** Where, if the field has a place: a node, or a node and a plugin. */
  at?: string
  want: unknown
  got: unknown
}

/** Collects differences while two answers are walked side by side. */
export class Differences {
  readonly list: Difference[] = []

  /** Notes a difference unless both values print as the same JSON. */
  expect(field: string, want: unknown, got: unknown, at?: string): void {
    if (JSON.stringify(want) === JSON.stringify(got)) return
    this.list.push(at === undefined ? { field, want, got } : { field, at, want, got })
  }

  /** Like expect, for lists in which order means nothing but repetition does. */
  expectSame(field: string, want: readonly string[], got: readonly string[], at?: string): void {
    this.expect(field, [...want].sort(), [...got].sort(), at)
  }
}

/** One line for a person: `rejected.plugin node-3: want "NodePorts", got "NodeAffinity"`. */
export function inWords({ field, at, want, got }: Difference): string {
  const place = at === undefined ? field : `${field} ${at}`
  return `${place}: want ${print(want)}, got ${print(got)}`
}

function print(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
