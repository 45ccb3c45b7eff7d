import { type CelMap, type CelValue, Uint } from './cel-value.ts'

/** A map that an expression made. */
export class EntryMap implements CelMap {
  readonly isCelMap = true
  /** The accumulator of a loop: what is inserted goes into it. */
  readonly isGrowing: boolean
  private readonly byKey = new Map<unknown, readonly [CelValue, CelValue]>()

  constructor(entries: Iterable<readonly [CelValue, CelValue]> = [], isGrowing = false) {
    this.isGrowing = isGrowing
    for (const [key, value] of entries) this.set(key, value)
  }

  get size(): number {
    return this.byKey.size
  }

  find(key: CelValue): CelValue | undefined {
    return this.byKey.get(hashOf(key))?.[1]
  }

  has(key: CelValue): boolean {
    return this.byKey.has(hashOf(key))
  }

  set(key: CelValue, value: CelValue): void {
    this.byKey.set(hashOf(key), [key, value])
  }

  delete(key: CelValue): void {
    this.byKey.delete(hashOf(key))
  }

  entries(): Iterable<readonly [CelValue, CelValue]> {
    return this.byKey.values()
  }
}

/** Numbers of equal value are one key whatever their type; strings are kept apart from them. */
function hashOf(key: CelValue): unknown {
  if (key instanceof Uint) return key.value
  if (typeof key === 'number') return Number.isInteger(key) ? BigInt(key) : key
  return key
}

/** A map with names as keys, computed as they are asked for. */
export abstract class NameMap implements CelMap {
  readonly isCelMap = true

  abstract get size(): number

  abstract valueOf(name: string): CelValue | undefined

  abstract names(): Iterable<string>

  find(key: CelValue): CelValue | undefined {
    return typeof key === 'string' ? this.valueOf(key) : undefined
  }

  has(key: CelValue): boolean {
    return this.find(key) !== undefined
  }

  *entries(): Iterable<readonly [CelValue, CelValue]> {
    for (const name of this.names()) {
      const value = this.valueOf(name)
      if (value !== undefined) yield [name, value]
    }
  }
}

export function isMap(value: unknown): value is CelMap {
  return typeof value === 'object' && value !== null && 'isCelMap' in value
}
