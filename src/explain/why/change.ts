/** One thing that somebody could do so that a pod fits; see schemas/explanation-response.ts. */
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
      return true
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
  }
}
