import type { Fields } from '../json/fields.ts'
import { type LabelSelector, type Labels, readLabelSelector } from '../selectors/label-selector.ts'
import {
  isEmptyTerm,
  type PreferredTerm,
  readNodeSelectorTerm,
} from '../selectors/node-selector.ts'
import type {
  PodAffinity,
  PodAffinityTerm,
  SpreadConstraint,
  WeightedPodAffinityTerm,
} from './pod-signature.ts'

export function readPreferredNodeAffinity(nodeAffinity: Fields | undefined): PreferredTerm[] {
  const terms = nodeAffinity?.objects('preferredDuringSchedulingIgnoredDuringExecution') ?? []
  return terms.map((fields) => {
    const preference = fields.object('preference')
    const empty = { expressions: [], fields: [], malformed: null }
    return {
      weight: fields.int32('weight') ?? 0,
      term: preference === undefined ? empty : readNodeSelectorTerm(preference),
    }
  })
}

/** Terms of weight 0 and empty terms never score. */
export function scores(preferred: PreferredTerm): boolean {
  return preferred.weight !== 0 && !isEmptyTerm(preferred.term)
}

export function readPodAffinity(fields: Fields | undefined, namespace: string): PodAffinity {
  if (fields === undefined) return { required: [], preferred: [] }
  const required = fields
    .objects('requiredDuringSchedulingIgnoredDuringExecution')
    .map((term) => readTerm(term, namespace))
  const preferred: WeightedPodAffinityTerm[] = []
  for (const weighted of fields.objects('preferredDuringSchedulingIgnoredDuringExecution')) {
    const term = weighted.object('podAffinityTerm')
    if (term === undefined) continue
    preferred.push({ weight: weighted.int32('weight') ?? 0, term: readTerm(term, namespace) })
  }
  return { required, preferred }
}

function readTerm(fields: Fields, ownNamespace: string): PodAffinityTerm {
  const named = fields.strings('namespaces')
  const namespaceSelector = readLabelSelector(fields, 'namespaceSelector')
  const isDefault = named.length === 0 && namespaceSelector === null
  return {
    topologyKey: fields.string('topologyKey') ?? '',
    selector: readLabelSelector(fields, 'labelSelector'),
    namespaces: isDefault ? [ownNamespace] : named,
    namespaceSelector,
  }
}

const HARD_BY_ACTION: ReadonlyMap<string, boolean> = new Map([
  ['DoNotSchedule', true],
  ['ScheduleAnyway', false],
])

export function readSpreadConstraints(spec: Fields, labels: Labels): SpreadConstraint[] {
  return spec.objects('topologySpreadConstraints').map((fields) => ({
    topologyKey: fields.string('topologyKey') ?? '',
    maxSkew: fields.int32('maxSkew') ?? 0,
    minDomains: fields.int32('minDomains') ?? 1,
    hard: HARD_BY_ACTION.get(fields.string('whenUnsatisfiable') ?? '') ?? null,
    selector: withLabelKeys(
      readLabelSelector(fields, 'labelSelector'),
      fields.strings('matchLabelKeys'),
      labels,
    ),
    honorsAffinity: (fields.string('nodeAffinityPolicy') ?? 'Honor') === 'Honor',
    honorsTaints: fields.string('nodeTaintsPolicy') === 'Honor',
  }))
}

/** matchLabelKeys: keys that the pod has become equality requirements. A null selector stays null. */
function withLabelKeys(
  selector: LabelSelector,
  keys: readonly string[],
  labels: Labels,
): LabelSelector {
  if (selector === null) return null
  const added = [...new Set(keys)].flatMap((key) => {
    const value = labels.get(key)
    return value === undefined ? [] : [{ key, operator: 'In' as const, values: [value] }]
  })
  return [...added, ...selector]
}
