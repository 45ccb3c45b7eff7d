import type { CelDialect } from './cel/device-selector.ts'

/** Where releases differ in which devices a claim may have, and in what they say of it. */
export interface DeviceRules {
  /** Devices share counters, and may say one by one where they can be reached (DRAPartitionableDevices). */
  readonly partitionable: boolean
  /** Taints in slices count (DRADeviceTaints). */
  readonly taints: boolean
  /** So do DeviceTaintRules (DRADeviceTaintRules). */
  readonly taintRules: boolean
  /** Parts of a device may be given away (DRAConsumableCapacity). */
  readonly consumableCapacity: boolean
  /** A device's allowMultipleAllocations is what its slice says; else false. */
  readonly selectorsSeeSharing: boolean
  /** A request for parts of devices ends the attempt, rather than being read as one for the whole. */
  readonly refusesCapacityRequests: boolean
  /** Devices may have to be made ready before a pod is bound (DRADeviceBindingConditions). */
  readonly bindingConditions: boolean
  /** What comes last because of that: nothing, pools with such devices, or their slices in a pool as well. */
  readonly bindingConditionsLast: 'nothing' | 'pools' | 'pools-and-slices'
  /**
   * A pool is judged by all its slices, and offers nothing while some are missing or it is invalid; or
   * by the slices that reach the node alone, offers what they have, and ends the attempt when the
   * search comes to it and it is invalid.
   */
  readonly poolsAreJudged: 'whole' | 'by-node'
  /** Slices whose devices limit with which others they go are left out (DRADeviceCompatibilityGroups is off). */
  readonly ignoresCompatibilityGroups: boolean
  /** A slice of counters is looked at for every node, whatever it says. */
  readonly countersReachAllNodes: boolean
  /** The account of counters is kept by the name of the pool alone, whoever's it is. */
  readonly countersByPoolName: boolean
  /** How a device shows that parts of it were given away before. */
  readonly shareIsKnownBy: 'consumedCapacity' | 'shareID'
  /**
   * distinctAttribute only wants the attribute (1.34 compares where values are kept, not the values), is
   * unknown, compares with the last device of each request, or with all.
   */
  readonly distinctAttribute: 'presence' | 'unknown' | 'last-of-each-request' | 'all'
  /** The devices of a request are tried in every order, which finds no more and takes longer. */
  readonly searchesOrders: boolean
  /** The slips of 1.35 with mode All among alternatives (validateDeviceRequest, allocateOne). */
  readonly confusesAllAlternatives: boolean
  /** "All" devices are those with enough capacity in all, or with enough left. */
  readonly allNeedsCapacity: 'in-all' | 'left'
  /** A capacity that cannot be computed ends the attempt, rather than passing the device over. */
  readonly capacityErrorsAreFatal: boolean
  /** The form of a capacity that was rounded up to a step. */
  readonly roundedFormat: 'BinarySI' | 'as-step'
  /** What is said of more devices than a claim can hold. */
  readonly limitMessage: 'of-claim' | 'of-request'
  /** Results list what the request tolerates. */
  readonly listsTolerations: boolean
  /** An error of an expression names the device. */
  readonly errorsNameDevice: boolean
  /** Claim configurations are repeated for every request that they name, or given once and shortened. */
  readonly configurations: 'for-each-request' | 'once'
  /** What a search that takes too long means. */
  readonly timeout: 'unschedulable' | 'error'
  /** Derived attributes are known, and refused (DRADerivedAttributes is off). */
  readonly refusesDerivedAttributes: boolean
  readonly cel: CelDialect
}
