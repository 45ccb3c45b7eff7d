import { compareStrings } from '../go/utf8.ts'
import type { PodSpec, Struct } from '../types/types.ts'
import { labelValue } from '../validation/metadata/names.ts'
import type { Warnings } from './warnings.ts'

const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  [
    'failure-domain.beta.kubernetes.io/region',
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  ],
  [
    'failure-domain.beta.kubernetes.io/zone',
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    'beta.kubernetes.io/instance-type',
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  ],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  [
    'scheduler.alpha.kubernetes.io/preferAvoidPods',
    'deprecated since v1.22; use Taints and Tolerations instead',
  ],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
])

/** Old labels of nodes, wherever a pod names them. */
export function warnOfNodeLabels(spec: PodSpec, warnings: Warnings): void {
  for (const key of [...(spec.nodeSelector?.keys() ?? [])].sort(compareStrings)) {
    const message = DEPRECATED.get(key)
    if (message !== undefined) warnings.add(`spec.nodeSelector[${key}]: ${message}`)
  }
  const affinity = spec.affinity?.nodeAffinity
  const path = 'spec.affinity.nodeAffinity'
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  for (const [index, term] of required.entries()) {
    const of = `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`
    warnOfTerm(term, of, false, warnings)
  }
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, { preference }] of preferred.entries()) {
    const of = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`
    warnOfTerm(preference, of, true, warnings)
  }
  warnOfSpreading(spec, warnings)
}

function warnOfTerm(
  { matchExpressions }: Struct<'NodeSelectorTerm'>,
  path: string,
  looksAtValues: boolean,
  warnings: Warnings,
): void {
  for (const [index, { key, values }] of (matchExpressions ?? []).entries()) {
    const of = `${path}.matchExpressions[${index}]`
    const message = DEPRECATED.get(key)
    if (message !== undefined) warnings.add(`${of}.key: ${key} is ${message}`)
    if (!looksAtValues) continue
    for (const [at, value] of (values ?? []).entries()) {
      for (const complaint of labelValue(value)) {
        warnings.add(`${of}.values[${at}]: ${value} is invalid, ${complaint}`)
      }
    }
  }
}

function warnOfSpreading({ topologySpreadConstraints }: PodSpec, warnings: Warnings): void {
  for (const [index, constraint] of (topologySpreadConstraints ?? []).entries()) {
    const path = `spec.topologySpreadConstraints[${index}]`
    const { topologyKey, labelSelector } = constraint
    const message = DEPRECATED.get(topologyKey)
    if (message !== undefined) warnings.add(`${path}.topologyKey: ${topologyKey} is ${message}`)
    if (labelSelector === undefined) {
      warnings.add(`${path}.labelSelector: a null labelSelector results in matching no pod`)
    }
  }
}
