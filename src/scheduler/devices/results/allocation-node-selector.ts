import type { NodeReach } from '../../../snapshot/devices/device.ts'
import type { NodeRequirement } from '../../../snapshot/selectors/node-requirement.ts'
import type { NodeSelector } from '../../../snapshot/selectors/node-selector.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from '../inventory/device-table.ts'

/** Where an allocation can be used; null: everywhere. */
export type AllocationReach =
  | { readonly ok: true; readonly selector: NodeSelector | null }
  | { readonly ok: false; readonly error: string }

/** The node selector of an allocation (createNodeSelector). */
export function allocationReach(
  table: DeviceTable,
  rows: readonly number[],
  nodeName: string,
  rules: DeviceRules,
): AllocationReach {
  const fields: NodeRequirement[] = []
  const expressions: NodeRequirement[] = []
  for (const row of rows) {
    const reach = reachOf(table, row)
    const bindsToNode = rules.bindingConditions && table.models[row].bindsToNode
    if (reach.nodeName !== null || bindsToNode) return { ok: true, selector: onlyNode(nodeName) }
    const terms = reach.nodeSelector ?? []
    if (terms.length > 1) {
      const error = `unsupported ResourceSlice.NodeSelector with ${terms.length} terms`
      return { ok: false, error }
    }
    for (const term of terms) {
      for (const requirement of term.fields) addNew(fields, requirement)
      for (const requirement of term.expressions) addNew(expressions, requirement)
    }
  }
  if (fields.length + expressions.length === 0) return { ok: true, selector: null }
  return { ok: true, selector: [{ fields, expressions, malformed: null }] }
}

function reachOf(table: DeviceTable, row: number): NodeReach {
  return table.hasOwnReach[row] === 1 ? table.models[row].reach : table.slice(row).reach
}

function onlyNode(name: string): NodeSelector {
  const requirement = { key: 'metadata.name', operator: 'In', values: [name] }
  return [{ fields: [requirement], expressions: [], malformed: null }]
}

/** Requirements of one key, operator and set of values are one. */
function addNew(known: NodeRequirement[], requirement: NodeRequirement): void {
  const isKnown = known.some(
    ({ key, operator, values }) =>
      key === requirement.key &&
      operator === requirement.operator &&
      isSameSet(values, requirement.values),
  )
  if (!isKnown) known.push(requirement)
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a)
  return new Set(b).size === set.size && b.every((value) => set.has(value))
}
