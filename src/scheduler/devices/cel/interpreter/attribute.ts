import {
  CelError,
  type CelValue,
  NO_SUCH_OVERLOAD,
  NONE,
  Optional,
  type Outcome,
} from '../values/cel-value.ts'
import { find, keyError, missing, type Qualifier } from './qualifier.ts'
import type { Node, Run } from './run.ts'

/**
 * A value and the steps into it, which cel-go takes in one go (interpreter/attributes.go): once a
 * step is optional, all that follow are, and one that finds nothing ends them.
 */
export interface Attribute {
  /** Reading it as a value costs 1 besides its steps, a conditional one costs nothing. */
  readonly cost: 0 | 1
  resolve(run: Run): Outcome
  with(qualifier: Qualifier): Attribute
}

export class PathAttribute implements Attribute {
  readonly cost = 1
  readonly root: Node
  readonly qualifiers: readonly Qualifier[]

  constructor(root: Node, qualifiers: readonly Qualifier[] = []) {
    this.root = root
    this.qualifiers = qualifiers
  }

  with(qualifier: Qualifier): PathAttribute {
    return new PathAttribute(this.root, [...this.qualifiers, qualifier])
  }

  resolve(run: Run): Outcome {
    const value = this.root(run)
    if (value instanceof CelError) return value
    if (!(value instanceof Optional)) return this.follow(run, value)
    return value.value === undefined ? NONE : this.followOptionally(run, value.value, 0)
  }

  private follow(run: Run, start: CelValue): Outcome {
    let value = start
    for (let i = 0; i < this.qualifiers.length; i++) {
      const qualifier = this.qualifiers[i]
      if (qualifier.isOptional) return this.followOptionally(run, value, i)
      const key = keyOf(qualifier, run)
      const found = key instanceof CelError ? key : find(value, key)
      run.charge(1)
      if (qualifier.isTest && !(found instanceof CelError)) return found !== undefined
      if (found === undefined) return key instanceof CelError ? key : missing(value, key)
      if (found instanceof CelError) return found
      value = found
    }
    return value
  }

  /** What an optional step does not find is free, and the end. */
  private followOptionally(run: Run, start: CelValue, from: number): Outcome {
    let value = start
    for (const qualifier of this.qualifiers.slice(from)) {
      const key = keyOf(qualifier, run)
      const found = key instanceof CelError ? key : find(value, key)
      if (found === undefined) return NONE
      if (found instanceof CelError) return found
      run.charge(1)
      value = found
    }
    return new Optional(value)
  }
}

function keyOf(qualifier: Qualifier, run: Run): Outcome {
  if (qualifier.constant !== undefined) return qualifier.constant
  const key = qualifier.computed === null ? null : qualifier.computed(run)
  return key instanceof CelError ? key : (keyError(key) ?? key)
}

/** condition ? a : b, into which steps can be taken too. */
export class ConditionalAttribute implements Attribute {
  readonly cost = 0
  private readonly condition: Node
  private readonly ifTrue: Attribute
  private readonly ifFalse: Attribute

  constructor(condition: Node, ifTrue: Attribute, ifFalse: Attribute) {
    this.condition = condition
    this.ifTrue = ifTrue
    this.ifFalse = ifFalse
  }

  with(qualifier: Qualifier): ConditionalAttribute {
    const [ifTrue, ifFalse] = [this.ifTrue.with(qualifier), this.ifFalse.with(qualifier)]
    return new ConditionalAttribute(this.condition, ifTrue, ifFalse)
  }

  resolve(run: Run): Outcome {
    const condition = this.condition(run)
    if (condition === true) return this.ifTrue.resolve(run)
    if (condition === false) return this.ifFalse.resolve(run)
    return condition instanceof CelError ? condition : NO_SUCH_OVERLOAD
  }
}
