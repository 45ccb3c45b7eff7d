import type { DeviceModel } from '../../../snapshot/devices/device.ts'
import type { Quantity } from '../../../snapshot/resources/quantity-text.ts'
import { type DeviceTable, intern } from './device-table.ts'
import { Pairs } from './pairs.ts'

/** A number for each row; rows with the same number are alike in something. */
export type TraitColumn = Int32Array

/** What a search may tell devices apart by: some of it always, some only where claims ask for it. */
export class DeviceTraits {
  private readonly always: TraitColumn

  constructor(table: DeviceTable) {
    this.always = combined([table.capacityKind, table.taintList, usesOf(table)])
  }

  /** Rows that are alike in all of these, and in what always counts. */
  with(columns: readonly TraitColumn[]): TraitColumn {
    return combined([this.always, ...columns])
  }
}

/** Equal numbers where all of the columns have equal numbers. */
export function combined([first, ...others]: readonly TraitColumn[]): TraitColumn {
  let traits = first
  for (const column of others) {
    const pairs = new Pairs()
    traits = traits.map((trait, row) => pairs.of(trait, column[row]))
  }
  return traits
}

/** Whether, and how, rows use counters, or may not be had at all. */
function usesOf({ count, models, isBarred, isBeyond, usesCounters }: DeviceTable): TraitColumn {
  const numbers = new Map<string, number>()
  const known = new Map<DeviceModel, number>()
  return new Int32Array(count).map((_, row) => {
    if (isBarred[row] === 1) return -1
    if (isBeyond[row] === 1) return -2
    if (usesCounters[row] === 0) return -3
    const number = known.get(models[row]) ?? intern(numbers, consumptionText(models[row]))
    known.set(models[row], number)
    return number
  })
}

function consumptionText({ consumesCounters }: DeviceModel): string {
  return JSON.stringify(
    consumesCounters.map(({ counterSet, counters }) => [counterSet, countersText(counters)]),
  )
}

/** Equal texts are equal counters. */
export function countersText(counters: ReadonlyMap<string, Quantity>): unknown {
  return [...counters].map(([name, { nano }]) => [name, String(nano)])
}
