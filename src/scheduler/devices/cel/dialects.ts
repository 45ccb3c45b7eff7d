import type { CelDialect } from './device-selector.ts'

/** The language of kube-scheduler 1.34 and 1.35. */
export const CEL_1_35: CelDialect = {
  attributeType: 'any',
  includes: 'none',
  celGo: '0.26',
  suggestsOptionals: false,
}

export const CEL_1_36: CelDialect = { ...CEL_1_35, includes: 'flat' }

export const CEL_1_37: CelDialect = {
  attributeType: 'dyn',
  includes: 'by-size',
  celGo: '0.29',
  suggestsOptionals: true,
}
