import type { DeviceModel } from '../../../snapshot/devices/device.ts'
import type { AttributeValue, SelectorDevice } from '../cel/device-selector.ts'
import { attributeProblem } from '../cel/device-selectors.ts'
import type { DeviceTable } from '../inventory/device-table.ts'

/** The device of one row after another, as expressions see it. */
export class DeviceCursor implements SelectorDevice {
  private readonly table: DeviceTable
  private readonly showsShares: boolean
  private readonly problems = new Map<DeviceModel, string | null>()
  private row = 0

  constructor(table: DeviceTable, showsShares: boolean) {
    this.table = table
    this.showsShares = showsShares
  }

  moveTo(row: number): this {
    this.row = row
    return this
  }

  private get model(): DeviceModel {
    return this.table.models[this.row]
  }

  get driver(): string {
    return this.table.slice(this.row).driver
  }

  get allowMultipleAllocations(): boolean {
    return this.showsShares && this.model.allowMultipleAllocations
  }

  attribute(name: string): AttributeValue | undefined {
    return this.model.attributes.get(name)
  }

  capacity(name: string): string | undefined {
    return this.model.capacities.get(name)?.value.text
  }

  attributeNames(): Iterable<string> {
    return this.model.attributes.keys()
  }

  capacityNames(): Iterable<string> {
    return this.model.capacities.keys()
  }

  get problem(): string | null {
    const { model } = this
    let problem = this.problems.get(model)
    if (problem === undefined) {
      problem = problemOf(model)
      this.problems.set(model, problem)
    }
    return problem
  }
}

function problemOf({ attributes }: DeviceModel): string | null {
  for (const [name, value] of attributes) {
    const problem = attributeProblem(name, value)
    if (problem !== null) return problem
  }
  return null
}
