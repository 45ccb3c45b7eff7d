import type { Fields } from '../json/fields.ts'

export interface DeviceTaint {
  readonly key: string
  readonly value: string
  readonly effect: string
}

export interface DeviceToleration {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly effect: string
}

export function readDeviceTaint(taint: Fields): DeviceTaint {
  return {
    key: taint.string('key') ?? '',
    value: taint.string('value') ?? '',
    effect: taint.string('effect') ?? '',
  }
}

export function readDeviceTolerations(request: Fields): DeviceToleration[] {
  return request.objects('tolerations').map((toleration) => ({
    key: toleration.string('key') ?? '',
    operator: toleration.string('operator') ?? '',
    value: toleration.string('value') ?? '',
    effect: toleration.string('effect') ?? '',
  }))
}
