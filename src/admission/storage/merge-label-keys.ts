import type { Reasons } from '../changes/journal.ts'
import type { Pod, PodSpec, Struct } from '../types/types.ts'

type Labels = ReadonlyMap<string, string>
type Selector = Struct<'LabelSelector'> | undefined

interface Keys {
  readonly keys: readonly string[] | undefined
  readonly operator: 'In' | 'NotIn'
}

/**
 * mutatePodAffinity and mutateTopologySpreadConstraints: keys become expressions on the pod's own
 * values.
 */
export function mergeLabelKeys({ metadata, spec }: Pod, reasons: Reasons): void {
  const labels: Labels = metadata.labels ?? new Map()
  for (const { term, pointer } of affinityTerms(spec)) {
    const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term
    merge(labelSelector, { keys: matchLabelKeys, operator: 'In' }, labels)
    merge(labelSelector, { keys: mismatchLabelKeys, operator: 'NotIn' }, labels)
    const reason =
      "matchLabelKeys and mismatchLabelKeys are merged into the selector with the pod's values"
    reasons.tell(`${pointer}/labelSelector`, reason)
  }
  for (const [index, constraint] of (spec.topologySpreadConstraints ?? []).entries()) {
    const keys: Keys = { keys: constraint.matchLabelKeys, operator: 'In' }
    merge(constraint.labelSelector, keys, labels)
    const reason = "matchLabelKeys are merged into the selector with the pod's values"
    reasons.tell(`/spec/topologySpreadConstraints/${index}/labelSelector`, reason)
  }
}

/** A key that the pod lacks is skipped, and no selector at all still matches nothing. */
function merge(selector: Selector, { keys = [], operator }: Keys, labels: Labels): void {
  if (selector === undefined) return
  const added = keys.flatMap((key) => {
    const value = labels.get(key)
    return value === undefined ? [] : [{ key, operator, values: [value] }]
  })
  if (added.length === 0) return
  selector.matchExpressions = [...(selector.matchExpressions ?? []), ...added]
}

interface PlacedTerm {
  readonly term: Struct<'PodAffinityTerm'>
  readonly pointer: string
}

function affinityTerms({ affinity }: PodSpec): PlacedTerm[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => {
    const pointer = `/spec/affinity/${kind}`
    const preferred = affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? []
    const required = affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    return [
      ...preferred.map(({ podAffinityTerm: term }, index) => ({
        term,
        pointer: `${pointer}/preferredDuringSchedulingIgnoredDuringExecution/${index}/podAffinityTerm`,
      })),
      ...required.map((term, index) => ({
        term,
        pointer: `${pointer}/requiredDuringSchedulingIgnoredDuringExecution/${index}`,
      })),
    ]
  })
}
