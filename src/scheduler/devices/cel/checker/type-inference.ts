import type { Overload } from '../library/overload.ts'
import { type CelType, typeParam } from '../types/cel-type.ts'
import { assign, assignList, substitute, TypeMapping } from '../types/type-mapping.ts'

/** What the types of an expression turn out to be, as one part after the other is looked at. */
export class TypeInference {
  private mapping = new TypeMapping()
  private variables = 0

  /** A type that nothing is known of yet. */
  newVariable(): CelType {
    return typeParam(`_var${this.variables++}`)
  }

  /** A type as far as it is known. */
  known(type: CelType): CelType {
    return substitute(this.mapping, type, false)
  }

  /** A type in the end: what never became known is anything. */
  settle(type: CelType): CelType {
    return substitute(this.mapping, type, true)
  }

  /** Whether values of one type may stand where the other is asked for; if so that is remembered. */
  assign(from: CelType, to: CelType): boolean {
    const mapping = assign(this.mapping, from, to)
    if (mapping !== null) this.mapping = mapping
    return mapping !== null
  }

  /** The result of an overload if it takes arguments of these types, else null. */
  resultOf(overload: Overload, argTypes: readonly CelType[]): CelType | null {
    const fresh = this.freshParameters([...overload.params, overload.result])
    const params = overload.params.map((type) => substitute(fresh, type, false))
    const mapping = assignList(this.mapping, argTypes, params)
    if (mapping === null) return null
    this.mapping = mapping
    return substitute(mapping, substitute(fresh, overload.result, false), false)
  }

  /** Type parameters stand for something else in every call. */
  private freshParameters(types: readonly CelType[]): TypeMapping {
    const mapping = new TypeMapping()
    const visit = (type: CelType): void => {
      if (type.kind === 'param' && mapping.find(type) === undefined) {
        mapping.bind(type, this.newVariable())
      }
      type.parameters.forEach(visit)
    }
    types.forEach(visit)
    return mapping
  }
}
