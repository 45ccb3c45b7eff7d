import type { Taint } from './taint.ts'

/** Distinct lists of taints, numbered in the order of appearance; set 0 is empty. */
export class TaintSets {
  readonly sets: readonly (readonly Taint[])[]
  private readonly ids: ReadonlyMap<string, number>

  private constructor(sets: readonly (readonly Taint[])[], ids: ReadonlyMap<string, number>) {
    this.sets = sets
    this.ids = ids
  }

  static none(): TaintSets {
    return new TaintSets([[]], new Map([['[]', 0]]))
  }

  /** These and others; the sets here stay as they are. */
  with(all: readonly (readonly Taint[])[]): TaintSets {
    const sets = [...this.sets]
    const ids = new Map(this.ids)
    for (const taints of all) {
      const key = keyOf(taints)
      if (ids.has(key)) continue
      ids.set(key, sets.length)
      sets.push(taints)
    }
    return sets.length === this.sets.length ? this : new TaintSets(sets, ids)
  }

  /** Of a set that is among them. */
  idOf(taints: readonly Taint[]): number {
    return this.ids.get(keyOf(taints)) ?? 0
  }
}

function keyOf(taints: readonly Taint[]): string {
  return JSON.stringify(taints.map(({ key, value, effect }) => [key, value, effect]))
}
