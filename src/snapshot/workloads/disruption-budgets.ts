import type { PodSignature } from '../pods/pod-signature.ts'
import { type LabelRequirement, type Labels, selectorMatches } from '../selectors/label-selector.ts'
import type { PodDisruptionBudget } from './pod-disruption-budget.ts'

/** Indexes of budgets in the order given. */
type Rows = number[]

/** Label values by key, and what is kept of each. */
type ByLabel<Kept> = Map<string, Map<string, Kept>>

/** What budgets are told of a pod; `identityId` stands for the rest. */
type LabeledPod = Pick<PodSignature, 'identityId' | 'namespace' | 'labels'>

const NO_ROWS: readonly number[] = []

/** Those of one namespace: under one label that each wants, or among those that name no values. */
interface NamespaceIndex {
  readonly byLabel: ByLabel<Rows>
  readonly others: Rows
}

/**
 * The PodDisruptionBudgets of a cluster, found by the labels of a pod: where there are as many budgets
 * as pods, a pod is held against the few that may select it.
 */
export class DisruptionBudgets {
  readonly all: readonly PodDisruptionBudget[]
  private index: ReadonlyMap<string, NamespaceIndex> | null = null
  /** By namespace and labels. */
  private readonly rowsOf: (readonly number[] | undefined)[] = []

  constructor(all: readonly PodDisruptionBudget[]) {
    this.all = all
  }

  /**
   * Which budgets select the pod, in the order given. An empty selector selects nothing for preemption
   * (framework/preemption/util.go), nor does any a pod without labels; evictions are charged otherwise.
   */
  rowsSelecting(pod: LabeledPod): readonly number[] {
    const known = this.rowsOf[pod.identityId]
    if (known !== undefined) return known
    const rows = this.select(pod)
    this.rowsOf[pod.identityId] = rows
    return rows
  }

  private select({ namespace, labels }: LabeledPod): readonly number[] {
    if (labels.size === 0) return NO_ROWS
    this.index ??= indexByNamespace(this.all)
    const index = this.index.get(namespace)
    if (index === undefined) return NO_ROWS
    return candidates(index, labels).filter((row) =>
      selectorMatches(this.all[row].selector, labels),
    )
  }
}

function candidates({ byLabel, others }: NamespaceIndex, labels: Labels): Rows {
  const found: Rows[] = others.length === 0 ? [] : [others]
  for (const [key, value] of labels) {
    const rows = byLabel.get(key)?.get(value)
    if (rows !== undefined) found.push(rows)
  }
  return found.length === 1 ? found[0] : found.flat().sort((a, b) => a - b)
}

function indexByNamespace(budgets: readonly PodDisruptionBudget[]): Map<string, NamespaceIndex> {
  const rowsOf = new Map<string, Rows>()
  for (const [row, { namespace, selector }] of budgets.entries()) {
    if (selector === null || selector.length === 0) continue
    entry(rowsOf, namespace, () => []).push(row)
  }
  return new Map([...rowsOf].map(([namespace, rows]) => [namespace, indexByLabel(budgets, rows)]))
}

function indexByLabel(budgets: readonly PodDisruptionBudget[], rows: Rows): NamespaceIndex {
  const wanted: ByLabel<number> = new Map()
  for (const row of rows) {
    for (const { key, values } of namedBy(budgets[row])) {
      const counts = entry(wanted, key, () => new Map<string, number>())
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  const index: NamespaceIndex = { byLabel: new Map(), others: [] }
  for (const row of rows) {
    const rarest = rarestOf(namedBy(budgets[row]), wanted)
    if (rarest === null) index.others.push(row)
    else {
      const byValue = entry(index.byLabel, rarest.key, () => new Map<string, Rows>())
      for (const value of new Set(rarest.values)) entry(byValue, value, () => []).push(row)
    }
  }
  return index
}

/** Requirements that only some values of a label meet. */
function namedBy({ selector }: PodDisruptionBudget): readonly LabelRequirement[] {
  return (selector ?? []).filter(({ operator }) => operator === 'In')
}

/** The requirement whose values the fewest budgets want: a label that all of them name tells little. */
function rarestOf(
  requirements: readonly LabelRequirement[],
  wanted: ByLabel<number>,
): LabelRequirement | null {
  let rarest: LabelRequirement | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const requirement of requirements) {
    const counts = wanted.get(requirement.key)
    const count = requirement.values.reduce((sum, value) => sum + (counts?.get(value) ?? 0), 0)
    if (count >= fewest) continue
    fewest = count
    rarest = requirement
  }
  return rarest
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
