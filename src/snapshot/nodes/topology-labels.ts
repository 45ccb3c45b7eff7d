/** Labels of nodes and volumes that name where they are; the beta ones are deprecated, not gone. */
export const HOSTNAME = 'kubernetes.io/hostname'
export const ZONE = 'topology.kubernetes.io/zone'
export const REGION = 'topology.kubernetes.io/region'
export const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone'
export const BETA_REGION = 'failure-domain.beta.kubernetes.io/region'

/** A volume that is in several zones names them in one label value. */
export const ZONE_SEPARATOR = '__'
