import { type CelValue, Optional } from '../values/cel-value.ts'
import { type Attribute, PathAttribute } from './attribute.ts'
import { devicePathNode } from './device-path.ts'
import type { Node } from './run.ts'

/** A planned part of an expression. */
export interface Step {
  readonly node: Node
  /** Its value where that is known before any device is; undefined: it is not. */
  readonly constant: CelValue | undefined
  /** Where steps into it are added to; null: it is a value of its own. */
  readonly attribute: Attribute | null
}

export function constantStep(constant: CelValue): Step {
  return { node: () => constant, constant, attribute: null }
}

export function valueStep(node: Node): Step {
  return { node, constant: undefined, attribute: null }
}

export function attributeStep(attribute: Attribute): Step {
  const resolve = resolver(attribute)
  if (attribute.cost === 0) return { node: resolve, constant: undefined, attribute }
  const node: Node = (run) => {
    const outcome = resolve(run)
    run.charge(attribute.cost)
    return outcome
  }
  return { node, constant: undefined, attribute }
}

/** has(): the last step only tests, and unlike reading, testing costs no more than its steps. */
export function testStep(attribute: Attribute): Step {
  const resolve = resolver(attribute)
  const node: Node = (run) => {
    const outcome = resolve(run)
    // What reading would cost is taken off, also from a conditional that is free.
    if (attribute.cost === 0) run.charge(-1)
    return outcome instanceof Optional ? outcome.value !== undefined : outcome
  }
  return { node, constant: undefined, attribute }
}

function resolver(attribute: Attribute): Node {
  return devicePathNode(attribute) ?? ((run) => attribute.resolve(run))
}

/** The attribute that a part is, or one that starts at its value. */
export function asAttribute({ attribute, node }: Step): Attribute {
  return attribute ?? new PathAttribute(node)
}
