import type { Run } from '../interpreter/run.ts'
import { CelError, type CelValue, type Outcome } from '../values/cel-value.ts'
import { typeNameOf } from '../values/type-name.ts'
import type { Cost, Overload } from './overload.ts'

/** All overloads of one name. */
export class CelFunction {
  readonly name: string
  readonly overloads: readonly Overload[]
  readonly isShared: boolean
  private readonly costOfName: Cost | null

  constructor(name: string, overloads: readonly Overload[]) {
    this.name = name
    this.overloads = overloads
    this.isShared = overloads[0].isShared
    this.costOfName = overloads.find((overload) => overload.costOfName !== null)?.costOfName ?? null
  }

  /** Calls the overload that the checker found, or else the first that takes the values. */
  call(resolved: Overload | null, args: readonly CelValue[], run: Run): Outcome {
    if (this.isShared) return this.overloads[0].call(args, run)
    const taking =
      resolved === null || this.overloads.length === 1
        ? this.overloads.find((overload) => overload.accepts(args))
        : resolved
    return taking?.accepts(args) ? taking.call(args, run) : this.noSuchOverload(args)
  }

  private noSuchOverload(args: readonly CelValue[]): CelError {
    const types = args.map(typeNameOf).join(', ')
    return new CelError(`no such overload: ${this.name}(${types})`)
  }

  /** What a call costs; null: 1. */
  costOf(resolved: Overload | null): Cost | null {
    return resolved?.cost ?? this.costOfName
  }
}

/** Functions by name, their overloads in the order of declaration. */
export function functionsOf(overloads: readonly Overload[]): ReadonlyMap<string, CelFunction> {
  const byName = new Map<string, Overload[]>()
  for (const overload of overloads) {
    const known = byName.get(overload.name)
    if (known === undefined) byName.set(overload.name, [overload])
    else known.push(overload)
  }
  const functions = new Map<string, CelFunction>()
  for (const [name, all] of byName) functions.set(name, new CelFunction(name, all))
  return functions
}
