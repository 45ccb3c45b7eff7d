import { CEL_1_35, CEL_1_36, CEL_1_37 } from '../../devices/cel/dialects.ts'
import type { DynamicResourcesRules } from '../../plugins/dynamic-resources/dynamic-resources.ts'

/** Dynamic resource allocation as it came to be on by default: each says what is new in it. */
export const DEVICES_1_34: DynamicResourcesRules = {
  partitionable: false,
  taints: false,
  taintRules: false,
  consumableCapacity: false,
  bindingConditions: false,
  ignoresCompatibilityGroups: false,
  refusesDerivedAttributes: false,
  countersReachAllNodes: false,
  countersByPoolName: false,
  shareIsKnownBy: 'consumedCapacity',
  distinctAttribute: 'unknown',
  confusesAllAlternatives: true,
  searchesOrders: true,
  allNeedsCapacity: 'left',
  capacityErrorsAreFatal: false,
  roundedFormat: 'BinarySI',
  limitMessage: 'of-claim',
  errorsNameDevice: false,
  configurations: 'for-each-request',
  timeout: 'unschedulable',
  extendedResources: false,
  nodeOperations: false,
  podWord: 'pod',
  scores: false,
  scoresAllocated: false,
  saysNoNewClaims: true,
  bindingTimeout: 'unknown',
  cel: CEL_1_35,
}

export const DEVICES_1_35: DynamicResourcesRules = {
  ...DEVICES_1_34,
  scores: true,
  bindingTimeout: 'gated',
}

export const DEVICES_1_36: DynamicResourcesRules = {
  ...DEVICES_1_35,
  partitionable: true,
  taints: true,
  consumableCapacity: true,
  bindingConditions: true,
  countersReachAllNodes: true,
  countersByPoolName: true,
  distinctAttribute: 'last-of-each-request',
  confusesAllAlternatives: false,
  searchesOrders: false,
  timeout: 'error',
  extendedResources: true,
  podWord: 'Pod',
  scoresAllocated: true,
  bindingTimeout: 'known',
  cel: CEL_1_36,
}

export const DEVICES_1_37: DynamicResourcesRules = {
  ...DEVICES_1_36,
  taintRules: true,
  ignoresCompatibilityGroups: true,
  refusesDerivedAttributes: true,
  countersReachAllNodes: false,
  countersByPoolName: false,
  shareIsKnownBy: 'shareID',
  distinctAttribute: 'all',
  allNeedsCapacity: 'in-all',
  capacityErrorsAreFatal: true,
  roundedFormat: 'as-step',
  limitMessage: 'of-request',
  errorsNameDevice: true,
  configurations: 'once',
  nodeOperations: true,
  saysNoNewClaims: false,
  cel: CEL_1_37,
}
