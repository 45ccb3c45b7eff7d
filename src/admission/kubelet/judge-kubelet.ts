import type { JsonObject } from '../../snapshot/json/fields.ts'
import { isTolerated } from '../../snapshot/nodes/taint.ts'
import type { Accounting } from '../../snapshot/resources/pod-resources.ts'
import { qosClassOf } from '../resources/qos-class.ts'
import type { Pod } from '../types/types.ts'
import { type BoundNode, readBoundNode } from './bound-node.ts'
import { isCritical, podsToPreempt, type Requirements } from './critical-pod.ts'
import {
  admitted,
  failed,
  type KubeletFailure,
  type KubeletVerdict,
  rejected,
  untold,
} from './kubelet-verdict.ts'
import { predicateFailures } from './predicates.ts'
import { forbiddenSysctl } from './sysctl-allowlist.ts'

const OS_LABEL = 'kubernetes.io/os'
const MEMORY_TAINT = { key: 'node.kubernetes.io/memory-pressure', value: '', effect: 'NoSchedule' }

/** What is given of the node that a pod names. */
export interface NodeObjects {
  /** Undefined: the snapshot has no such node. */
  readonly node: JsonObject | undefined
  readonly pods: readonly JsonObject[]
}

/**
 * The kubelet's admission handlers, as far as a snapshot can tell: pressure, sysctls, predicates. The
 * first that refuses has the word.
 */
export function judgeKubelet(
  { spec, metadata }: Pod,
  written: JsonObject,
  { node, pods }: NodeObjects,
  accounting: Accounting,
): KubeletVerdict {
  const name = spec.nodeName
  if (node === undefined) {
    return untold(name, `the snapshot has no node ${name}; without it nobody looks at the pod`)
  }
  const bound = readBoundNode({ pod: written, node, others: pods }, accounting)
  if (typeof bound === 'string') return untold(name, `node ${name} cannot be judged: ${bound}`)
  const early =
    pressureFailure(bound, spec) ??
    forbiddenSysctl(spec, bound.kernelVersion) ??
    systemFailure(bound, spec, metadata.labels?.get(OS_LABEL))
  if (early !== null) return rejected(name, [early])
  return judgePredicates(bound)
}

/** Critical pods are let in even then, and of memory pressure those that ask for some. */
function pressureFailure(bound: BoundNode, spec: Pod['spec']): KubeletFailure | null {
  const { pressures, pod } = bound
  if (pressures.length === 0 || isCritical(pod)) return null
  const isMemoryAlone = pressures.length === 1 && pressures[0] === 'MemoryPressure'
  const isExcused =
    qosClassOf(spec) !== 'BestEffort' || isTolerated(pod.signature.tolerations, MEMORY_TAINT)
  if (isMemoryAlone && isExcused) return null
  return failed('Evicted', `The node had condition: [${pressures.join(' ')}]. `)
}

function systemFailure(
  bound: BoundNode,
  { os, securityContext }: Pod['spec'],
  label: string | undefined,
): KubeletFailure | null {
  const { operatingSystem, supportsSupplementalGroupsPolicy } = bound
  if (label !== undefined && label !== operatingSystem) {
    const what = "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"
    return failed('PodOSSelectorNodeLabelDoesNotMatch', what)
  }
  if (os !== undefined && os.name !== operatingSystem) {
    const what = "Failed to admit pod as the OS field doesn't match node OS"
    return failed('PodOSNotSupported', what)
  }
  if (securityContext?.supplementalGroupsPolicy === 'Strict' && !supportsSupplementalGroupsPolicy) {
    const what = 'SupplementalGroupsPolicy=Strict is not supported in this node'
    return failed('SupplementalGroupsPolicyNotSupported', what)
  }
  return null
}

/** A critical pod is let in when room can be made for it, and refused for anything but room. */
function judgePredicates(bound: BoundNode): KubeletVerdict {
  const { name, pod } = bound
  const failures = predicateFailures(bound)
  if (failures.length === 0) return admitted(name)
  if (!isCritical(pod)) return rejected(name, failures)
  const others = failures.filter(({ resource }) => resource === null)
  if (others.length > 0) return rejected(name, others)
  const preempted = podsToPreempt(bound, failures)
  if (isList(preempted)) {
    const names = preempted.map((one) => `${one.signature.namespace}/${one.name}`)
    return admitted(name, names)
  }
  const why = 'Unexpected error while attempting to recover from admission failure'
  const unexpected = failed('UnexpectedAdmissionError', `${why}: ${notEnough(preempted)}`)
  return rejected(name, [unexpected, ...failures])
}

function isList<Item>(value: readonly Item[] | Requirements): value is readonly Item[] {
  return Array.isArray(value)
}

function notEnough(missing: Requirements): string {
  const parts = [...missing].map(([resource, quantity]) => `(res: ${resource}, q: ${quantity}), `)
  const found = 'preemption: error finding a set of pods to preempt'
  return `${found}: no set of running pods found to reclaim resources: [${parts.join('')}]`
}
