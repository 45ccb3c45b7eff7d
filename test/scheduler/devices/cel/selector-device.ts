import type {
  AttributeValue,
  SelectorDevice,
} from '../../../../src/scheduler/devices/cel/device-selector.ts'
import { attributeProblem } from '../../../../src/scheduler/devices/cel/device-selectors.ts'

/** An attribute as a ResourceSlice has it. */
export interface WrittenAttribute {
  int?: number
  bool?: boolean
  string?: string
  version?: string
}

/** A device as a ResourceSlice has it, with the driver of its slice. */
export interface WrittenDevice {
  driver: string
  allowMultipleAllocations?: boolean
  attributes: Record<string, WrittenAttribute>
  capacity: Record<string, { value: string }>
}

export function selectorDevice(written: WrittenDevice): SelectorDevice {
  const attributes = new Map<string, AttributeValue>()
  for (const [name, value] of Object.entries(written.attributes)) {
    attributes.set(name, attributeValue(value))
  }
  const capacity = new Map(Object.entries(written.capacity))
  const problems = [...attributes].map(([name, value]) => attributeProblem(name, value))
  return {
    driver: written.driver,
    allowMultipleAllocations: written.allowMultipleAllocations ?? false,
    attribute: (name) => attributes.get(name),
    capacity: (name) => capacity.get(name)?.value,
    attributeNames: () => attributes.keys(),
    capacityNames: () => capacity.keys(),
    problem: problems.find((problem) => problem !== null) ?? null,
  }
}

function attributeValue({ int, bool, string, version }: WrittenAttribute): AttributeValue {
  if (int !== undefined) return BigInt(int)
  if (version !== undefined) return { version }
  return bool ?? string ?? null
}
