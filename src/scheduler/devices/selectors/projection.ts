import type { AttributeValue } from '../../../snapshot/devices/device-attribute.ts'
import type { DeviceRead } from '../cel/device-selector.ts'
import { type DeviceTable, intern } from '../inventory/device-table.ts'
import { combined } from '../inventory/device-traits.ts'
import type { DeviceCursor } from './device-cursor.ts'
import { Recent } from './recent.ts'

const PARTS_MAX = 128

/** By kind of device: equal numbers are equal values. */
type PartColumn = Int32Array

/** What devices have where expressions read, as numbers; devices of one kind are looked at once. */
export class DeviceParts {
  private readonly cursor: DeviceCursor
  private readonly rowOfKind: Int32Array
  private readonly columns = new Recent<PartColumn>(PARTS_MAX)
  private problems: PartColumn | null = null

  constructor(table: DeviceTable, cursor: DeviceCursor) {
    this.cursor = cursor
    this.rowOfKind = new Int32Array(table.kindCount)
    for (let row = 0; row < table.count; row++) this.rowOfKind[table.kind[row]] = row
  }

  /** Kinds that no expression can tell apart that reads these. */
  together(reads: readonly DeviceRead[]): PartColumn {
    this.problems ??= this.column((device) => device.problem)
    return combined([this.problems, ...reads.map((read) => this.of(read))])
  }

  private of(read: DeviceRead): PartColumn {
    return this.columns.get(readKey(read), () => {
      if (!('id' in read)) return this.column((device) => device[read.what])
      const { domain, id } = read
      const lookup = (device: DeviceCursor, name: string) =>
        read.what === 'attribute' ? device.attribute(name) : device.capacity(name)
      const own = this.column((device) =>
        device.driver === domain ? lookup(device, id) : undefined,
      )
      return combined([this.column((device) => lookup(device, `${domain}/${id}`)), own])
    })
  }

  private column(read: (device: DeviceCursor) => AttributeValue | undefined): PartColumn {
    const plain = new Map<unknown, number>()
    const texts = new Map<string, number>()
    return this.rowOfKind.map((row) => {
      const value = read(this.cursor.moveTo(row))
      const isPlain = typeof value !== 'object' || value === null
      return isPlain ? 2 * intern(plain, value) : 2 * intern(texts, valueText(value)) + 1
    })
  }
}

/** Numbers devices by the parts that an expression reads; null: by all of them. */
export class Projection {
  /** Of projections of one table: equal keys number devices alike. */
  readonly key: string
  readonly count: number
  private readonly table: DeviceTable
  private readonly idOfKind: Int32Array | null

  constructor(table: DeviceTable, parts: DeviceParts, reads: readonly DeviceRead[] | null) {
    this.table = table
    this.key = projectionKey(reads)
    this.idOfKind = reads === null ? null : parts.together(reads)
    this.count = this.idOfKind?.reduce((most, id) => Math.max(most, id + 1), 0) ?? table.kindCount
  }

  of(row: number): number {
    const kind = this.table.kind[row]
    return this.idOfKind === null ? kind : this.idOfKind[kind]
  }

  /** By row. */
  column(): Int32Array {
    return this.table.kind.map((_, row) => this.of(row))
  }
}

export function projectionKey(reads: readonly DeviceRead[] | null): string {
  return reads === null ? '' : JSON.stringify(reads.map(readKey).sort())
}

function readKey(read: DeviceRead): string {
  return 'id' in read ? JSON.stringify([read.what, read.domain, read.id]) : read.what
}

/** Of lists and versions. */
function valueText(value: AttributeValue): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? { int: String(one) } : one))
}
