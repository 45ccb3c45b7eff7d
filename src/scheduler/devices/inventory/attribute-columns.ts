import type { DeviceModel } from '../../../snapshot/devices/device.ts'
import type { AttributeValue } from '../../../snapshot/devices/device-attribute.ts'
import { Recent } from '../selectors/recent.ts'
import type { DeviceTable } from './device-table.ts'

/** The value's id by row; equal ids are equal values of one type. */
export type AttributeColumn = Int32Array

/** The device has no such attribute. */
export const ABSENT = -1
/** It has one, but of no type that constraints compare. */
export const INCOMPARABLE = -2

const COLUMNS_MAX = 64

/** The attributes that constraints compare, a column each. */
export class AttributeColumns {
  private readonly table: DeviceTable
  private readonly columns = new Recent<AttributeColumn>(COLUMNS_MAX)

  constructor(table: DeviceTable) {
    this.table = table
  }

  of(name: string): AttributeColumn {
    return this.columns.get(name, () => this.make(name))
  }

  private make(name: string): AttributeColumn {
    const { table } = this
    const idOfKind = new Int32Array(table.kindCount)
    const isKnown = new Uint8Array(table.kindCount)
    const ids = new Map<string, number>()
    const column = new Int32Array(table.count)
    for (let row = 0; row < table.count; row++) {
      const kind = table.kind[row]
      if (isKnown[kind] === 0) {
        isKnown[kind] = 1
        const value = lookupAttribute(table.models[row], table.slice(row).driver, name)
        idOfKind[kind] = idOf(value, ids)
      }
      column[row] = idOfKind[kind]
    }
    return column
  }
}

/** By its full name, or by the bare one where the domain is the driver's. */
function lookupAttribute(
  { attributes }: DeviceModel,
  driver: string,
  name: string,
): AttributeValue | undefined {
  const slash = name.indexOf('/')
  if (attributes.has(name) || slash < 0) return attributes.get(name)
  return name.slice(0, slash) === driver ? attributes.get(name.slice(slash + 1)) : undefined
}

function idOf(value: AttributeValue | undefined, ids: Map<string, number>): number {
  if (value === undefined) return ABSENT
  if (value === null || Array.isArray(value)) return INCOMPARABLE
  const text = typeof value === 'object' && 'version' in value ? value.version : String(value)
  const key = `${typeof value} ${text}`
  const id = ids.get(key) ?? ids.size
  ids.set(key, id)
  return id
}
