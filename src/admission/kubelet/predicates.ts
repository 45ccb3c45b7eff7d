import { matchRequired } from '../../snapshot/nodes/node-match.ts'
import { isTolerated } from '../../snapshot/nodes/taint.ts'
import type { HostPort } from '../../snapshot/pods/pod-signature.ts'
import type { BoundNode } from './bound-node.ts'
import { insufficientResources } from './insufficient-resources.ts'
import { failed, type KubeletFailure } from './kubelet-verdict.ts'

const ROW = 0
const ANY_IP = '0.0.0.0'

/** generalFilter: resources, then what else a scheduler would have seen to. */
export function predicateFailures(bound: BoundNode): KubeletFailure[] {
  const { nodeSelector, requiredNodeAffinity, tolerations } = bound.pod.signature
  const { nodes } = bound.cluster
  const failures = insufficientResources(bound)
  if (matchRequired(nodeSelector, requiredNodeAffinity, nodes)[ROW] !== 1) {
    failures.push(predicate('NodeAffinity', "node(s) didn't match Pod's node affinity/selector"))
  }
  if (hasPortConflict(bound)) {
    const why = "node(s) didn't have free ports for the requested pod ports"
    failures.push(predicate('NodePorts', why))
  }
  const taints = nodes.taintSets[nodes.taintSetId[ROW] ?? 0] ?? []
  const evicts = taints.filter(({ effect }) => effect === 'NoExecute')
  if (evicts.some((taint) => !isTolerated(tolerations, taint))) {
    failures.push(predicate('TaintToleration', "node(s) had taints that the pod didn't tolerate"))
  }
  return failures
}

function predicate(name: string, why: string): KubeletFailure {
  return failed(name, `Predicate ${name} failed: ${why}`)
}

function hasPortConflict({ pod, running }: BoundNode): boolean {
  const used = running.flatMap(({ signature }) => signature.hostPorts)
  return pod.signature.hostPorts.some((wanted) => used.some((one) => isSamePort(wanted, one)))
}

/** Either listens on every address, or both on the same. */
function isSamePort(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false
  return a.ip === ANY_IP || b.ip === ANY_IP || a.ip === b.ip
}
