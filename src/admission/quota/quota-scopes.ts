import type { ResourceQuota, ScopeRequirement } from '../cluster/admission-cluster.ts'
import { qosClassOf } from '../resources/qos-class.ts'
import type { PodSpec, Struct } from '../types/types.ts'

/** All scopes of a quota must match. */
export function matchesScopes({ scopes }: ResourceQuota, spec: PodSpec): boolean {
  return scopes.every((scope) => matchesScope(scope, spec))
}

/** podMatchesScopeFunc; unknown scopes match nothing. */
function matchesScope(scope: ScopeRequirement, spec: PodSpec): boolean {
  switch (scope.scopeName) {
    case 'Terminating':
      return isTerminating(spec)
    case 'NotTerminating':
      return !isTerminating(spec)
    case 'BestEffort':
      return qosClassOf(spec) === 'BestEffort'
    case 'NotBestEffort':
      return qosClassOf(spec) !== 'BestEffort'
    case 'PriorityClass':
      return matchesPriorityClass(scope, spec.priorityClassName)
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(spec)
    default:
      return false
  }
}

function isTerminating({ activeDeadlineSeconds }: PodSpec): boolean {
  return activeDeadlineSeconds !== undefined && activeDeadlineSeconds >= 0n
}

/** As for labels: what is not there is in no list. */
function matchesPriorityClass({ operator, values }: ScopeRequirement, name: string): boolean {
  switch (operator) {
    case 'Exists':
      return name !== ''
    case 'DoesNotExist':
      return name === ''
    case 'In':
      return name !== '' && values.includes(name)
    case 'NotIn':
      return name === '' || !values.includes(name)
    default:
      return false
  }
}

function crossesNamespaces({ affinity }: PodSpec): boolean {
  const kinds = [affinity?.podAffinity, affinity?.podAntiAffinity]
  return kinds.some((kind) => {
    const required = kind?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const preferred = kind?.preferredDuringSchedulingIgnoredDuringExecution ?? []
    return [...required, ...preferred.map(({ podAffinityTerm }) => podAffinityTerm)].some(crosses)
  })
}

function crosses({ namespaces, namespaceSelector }: Struct<'PodAffinityTerm'>): boolean {
  return (namespaces ?? []).length > 0 || namespaceSelector !== undefined
}
