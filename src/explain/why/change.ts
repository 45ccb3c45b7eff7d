/** One thing that somebody could do so that a pod fits; see schemas/decisions/explanation-response.ts. */
export type Change = PodChange | ClusterChange

/** To the pod's manifest. */
export type PodChange =
  | {
      readonly op: 'lowerRequest'
      readonly resource: string
      readonly container: string
      readonly from: string
      readonly to: string
    }
  | {
      readonly op: 'addToleration'
      readonly key: string
      readonly value: string
      readonly effect: string
    }
  | { readonly op: 'removeNodeSelector'; readonly key: string; readonly value: string }
  | { readonly op: 'relaxNodeAffinity' }
  | { readonly op: 'relaxPodAffinity'; readonly topologyKey: string }
  | { readonly op: 'relaxPodAntiAffinity'; readonly topologyKey: string }
  | { readonly op: 'relaxSpread'; readonly topologyKey: string }
  | { readonly op: 'removeHostPort'; readonly port: number }
  | { readonly op: 'removeSchedulingGates' }

/** To the cluster. */
export type ClusterChange =
  | { readonly op: 'uncordon'; readonly node: string }
  | {
      readonly op: 'untaint'
      readonly node: string
      readonly key: string
      readonly effect: string
    }
  | {
      readonly op: 'label'
      readonly node: string
      readonly key: string
      readonly value: string
    }
  | {
      readonly op: 'deletePod'
      readonly namespace: string
      readonly name: string
      readonly node: string
    }
  | { readonly op: 'addNode'; readonly like: string }
  /** Bound to a volume that every node reaches. */
  | { readonly op: 'createClaim'; readonly namespace: string; readonly name: string }
  | ClaimChange

/** To a ResourceClaim, made anew where its spec changes. */
export type ClaimChange = { readonly namespace: string; readonly name: string } & (
  | { readonly op: 'dropDeviceSelectors'; readonly request: string }
  | { readonly op: 'lowerDeviceCount'; readonly request: string; readonly count: number }
  | {
      readonly op: 'tolerateDeviceTaint'
      readonly request: string
      readonly key: string
      readonly value: string
      readonly effect: string
    }
  | { readonly op: 'dropDeviceConstraint'; readonly attribute: string }
  /** Its devices are given back; `pod` uses it and has to go, empty where nobody does. */
  | { readonly op: 'freeClaim'; readonly pod: string }
)

export function isClaimChange(change: Change): change is ClaimChange {
  switch (change.op) {
    case 'dropDeviceSelectors':
    case 'lowerDeviceCount':
    case 'tolerateDeviceTaint':
    case 'dropDeviceConstraint':
    case 'freeClaim':
      return true
    default:
      return false
  }
}

export function isPodChange(change: Change): change is PodChange {
  switch (change.op) {
    case 'uncordon':
    case 'untaint':
    case 'label':
    case 'deletePod':
    case 'addNode':
    case 'createClaim':
      return false
    default:
      return !isClaimChange(change)
  }
}

/** What to do, in one sentence that begins with a verb. */
export function describeChange(change: Change): string {
  switch (change.op) {
    case 'lowerRequest':
      return `lower the ${change.resource} request of container ${change.container} from ${change.from} to ${change.to}`
    case 'addToleration': {
      const { key, value, effect } = change
      return `tolerate ${key}${value === '' ? '' : `=${value}`}:${effect}`
    }
    case 'removeNodeSelector':
      return `drop ${change.key}=${change.value} from the node selector`
    case 'relaxNodeAffinity':
      return 'make the required node affinity a preference'
    case 'relaxPodAffinity':
      return `make the required pod affinity over ${change.topologyKey} a preference`
    case 'relaxPodAntiAffinity':
      return `make the required pod anti-affinity over ${change.topologyKey} a preference`
    case 'relaxSpread':
      return `relax the spread over ${change.topologyKey} to ScheduleAnyway`
    case 'removeHostPort':
      return `do without host port ${change.port}`
    case 'removeSchedulingGates':
      return 'remove the scheduling gates'
    case 'uncordon':
      return `uncordon ${change.node}`
    case 'untaint':
      return `remove the taint ${change.key}:${change.effect} from ${change.node}`
    case 'label':
      return `label ${change.node} with ${change.key}=${change.value}`
    case 'deletePod':
      return `delete or move ${change.namespace}/${change.name}, which runs on ${change.node}`
    case 'addNode':
      return `add a node like ${change.like}`
    case 'createClaim':
      return `create the claim ${change.namespace}/${change.name}, with a volume that the node reaches`
    case 'dropDeviceSelectors':
      return `drop the selectors of ${describeRequest(change)}`
    case 'lowerDeviceCount':
      return `lower the count of ${describeRequest(change)} to ${change.count}`
    case 'tolerateDeviceTaint': {
      const { key, value, effect } = change
      return `tolerate the device taint ${key}${value === '' ? '' : `=${value}`}:${effect} in ${describeRequest(change)}`
    }
    case 'dropDeviceConstraint':
      return `drop the constraint over ${change.attribute} of the claim ${change.namespace}/${change.name}`
    case 'freeClaim': {
      const { namespace, name, pod } = change
      const user = pod === '' ? '' : `delete or move ${namespace}/${pod} and `
      return `${user}deallocate the claim ${namespace}/${name}, which holds the device`
    }
  }
}

function describeRequest(claim: {
  readonly namespace: string
  readonly name: string
  readonly request: string
}): string {
  return `request ${claim.request} of the claim ${claim.namespace}/${claim.name}`
}
