import { CelError, type CelValue, NONE, Optional, type Outcome } from '../values/cel-value.ts'
import type { Attribute } from './attribute.ts'
import { PathAttribute } from './attribute.ts'
import { capacityOf, DeviceValue, lookUp } from './device-value.ts'
import type { Node, Run } from './run.ts'

/** The variable `device`. */
export const DEVICE_ROOT: Node = (run) => new DeviceValue(run.device, run.texts)

type Find = (run: Run) => CelValue | undefined

/**
 * A shortcut for what nearly all selectors read, `device.attributes[domain].id` and the same of
 * capacity, also with has() or .?id: no map is made. Null for any other attribute.
 */
export function devicePathNode(attribute: Attribute): Node | null {
  if (!(attribute instanceof PathAttribute) || attribute.root !== DEVICE_ROOT) return null
  const [kind, domain, id, ...more] = attribute.qualifiers
  if (id === undefined || more.length > 0) return null
  if (kind.isOptional || domain.isOptional) return null
  if (typeof domain.constant !== 'string' || typeof id.constant !== 'string') return null
  const find = finder(kind.constant, domain.constant, id.constant)
  if (find === null) return null
  const error = new CelError(`no such key: ${id.constant}`)
  if (id.isTest) return (run) => find(run) !== undefined
  return id.isOptional ? optionalNode(find) : (run) => find(run) ?? error
}

function optionalNode(find: Find): Node {
  return (run): Outcome => {
    const value = find(run)
    if (value !== undefined) return new Optional(value)
    // The step that finds nothing is free.
    run.charge(-1)
    return NONE
  }
}

/** What the steps cost, whatever they find. */
const STEPS_COST = 3

function finder(kind: CelValue | undefined, domain: string, id: string): Find | null {
  if (kind === 'attributes') {
    return (run) => {
      run.charge(STEPS_COST)
      const { device, texts } = run
      const value = lookUp(device.driver, domain, id, (name) => device.attribute(name))
      return value === undefined ? undefined : texts.attribute(value)
    }
  }
  if (kind !== 'capacity') return null
  return (run) => {
    run.charge(STEPS_COST)
    const { device, texts } = run
    return lookUp(device.driver, domain, id, (name) => capacityOf(device, texts, name))
  }
}
