import type { AttributeColumns } from '../inventory/attribute-columns.ts'
import type { TraitColumn } from '../inventory/device-traits.ts'
import type { ClaimPlan } from './claim-plan.ts'

/** What claims look at of devices, by what it is called; a column is made when it is asked for. */
export function traitsRead(
  plans: readonly ClaimPlan[],
  attributes: AttributeColumns,
): ReadonlyMap<string, () => TraitColumn> {
  const read = new Map<string, () => TraitColumn>()
  for (const { requests, constraints } of plans) {
    for (const { selectors } of requests.flatMap(({ demands }) => demands)) {
      for (const projection of selectors?.projections() ?? []) {
        read.set(`selector ${projection.key}`, () => projection.column())
      }
    }
    for (const { written } of constraints) {
      const attribute = written.matchAttribute ?? written.distinctAttribute ?? ''
      read.set(`attribute ${attribute}`, () => attributes.of(attribute))
    }
  }
  return read
}
