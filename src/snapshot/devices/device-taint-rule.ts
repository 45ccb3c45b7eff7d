import type { Fields } from '../json/fields.ts'
import { type DeviceTaint, readDeviceTaint } from './device-taint.ts'

/** Taints devices from outside, without a change of their slices. */
export interface DeviceTaintRule {
  readonly name: string
  /** Null matches nothing; a part that is null matches all. */
  readonly selector: DeviceTaintSelector | null
  readonly taint: DeviceTaint
}

export interface DeviceTaintSelector {
  readonly driver: string | null
  readonly pool: string | null
  readonly device: string | null
}

export function readDeviceTaintRule(rule: Fields): DeviceTaintRule {
  const spec = rule.objectOrEmpty('spec')
  const selector = spec.object('deviceSelector')
  return {
    name: rule.object('metadata')?.string('name') ?? '',
    selector:
      selector === undefined
        ? null
        : {
            driver: selector.string('driver') ?? null,
            pool: selector.string('pool') ?? null,
            device: selector.string('device') ?? null,
          },
    taint: readDeviceTaint(spec.objectOrEmpty('taint')),
  }
}
