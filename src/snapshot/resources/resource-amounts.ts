import { milliUnits, wholeUnits } from './quantity.ts'
import type { ResourceList } from './resource-list.ts'
import { CPU, EPHEMERAL_STORAGE, isScalarResource, MEMORY } from './resource-names.ts'

/** Amounts in the scheduler's units: milli-CPU, bytes, and whole units of scalars by name. */
export interface ResourceAmounts {
  readonly cpuMilli: number
  readonly memoryBytes: number
  readonly ephemeralStorageBytes: number
  readonly scalars: ReadonlyMap<string, number>
}

export function amounts(list: ResourceList): ResourceAmounts {
  const scalars = new Map<string, number>()
  for (const [name, nano] of list) {
    if (name !== CPU && isScalarResource(name)) scalars.set(name, wholeUnits(nano))
  }
  return {
    cpuMilli: milliUnits(list.get(CPU) ?? 0n),
    memoryBytes: wholeUnits(list.get(MEMORY) ?? 0n),
    ephemeralStorageBytes: wholeUnits(list.get(EPHEMERAL_STORAGE) ?? 0n),
    scalars,
  }
}

export function amountOf(amounts: ResourceAmounts, name: string): number {
  switch (name) {
    case CPU:
      return amounts.cpuMilli
    case MEMORY:
      return amounts.memoryBytes
    case EPHEMERAL_STORAGE:
      return amounts.ephemeralStorageBytes
    default:
      return amounts.scalars.get(name) ?? 0
  }
}
