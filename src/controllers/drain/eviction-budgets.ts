import type { Fields } from '../../snapshot/json/fields.ts'
import {
  type LabelSelector,
  readLabelSelector,
  selectorMatches,
} from '../../snapshot/selectors/label-selector.ts'
import { namespacedName } from '../../snapshot/workloads/read-workload.ts'
import type { DrainedPod } from './drained-pod.ts'

/** A PodDisruptionBudget as the eviction API reads it, with its status as it moves. */
export interface EvictionBudget {
  readonly namespace: string
  readonly name: string
  readonly selector: LabelSelector
  readonly alwaysAllowsUnhealthy: boolean
  readonly isProcessed: boolean
  readonly desiredHealthy: number
  currentHealthy: number
  disruptionsAllowed: number
  /** What its controller says where it allows none. */
  readonly denial: Denial | null
}

interface Denial {
  readonly reason: string
  readonly message: string
}

export function readEvictionBudget(object: Fields): EvictionBudget {
  const spec = object.objectOrEmpty('spec')
  const status = object.objectOrEmpty('status')
  const observed = status.integer('observedGeneration') ?? 0
  const generation = object.objectOrEmpty('metadata').integer('generation') ?? 0
  return {
    ...namespacedName(object),
    selector: selectorOf(object),
    alwaysAllowsUnhealthy: spec.string('unhealthyPodEvictionPolicy') === 'AlwaysAllow',
    isProcessed: observed >= generation,
    desiredHealthy: status.int32('desiredHealthy') ?? 0,
    currentHealthy: status.int32('currentHealthy') ?? 0,
    disruptionsAllowed: status.int32('disruptionsAllowed') ?? 0,
    denial: readDenial(status),
  }
}

function readDenial(status: Fields): Denial | null {
  const allowed = status
    .objects('conditions')
    .find((one) => one.string('type') === 'DisruptionAllowed')
  if (allowed?.string('status') !== 'False') return null
  const message = allowed.string('message') ?? ''
  return message === '' ? null : { reason: allowed.string('reason') ?? '', message }
}

/**
 * An empty selector selects every pod of the namespace, also one without labels; unlike for preemption.
 * In v1beta1, and only there, it selects none (apis/policy/v1beta1/conversion.go).
 */
function selectorOf(object: Fields): LabelSelector {
  const selector = readLabelSelector(object.objectOrEmpty('spec'), 'selector')
  const isBeta = object.value['apiVersion'] === 'policy/v1beta1'
  return isBeta && selector?.length === 0 ? null : selector
}

/** Why the API server refuses an eviction. */
export interface EvictionRefusal {
  /** namespace/name of the budgets behind it. */
  readonly budgets: readonly string[]
  /** The server's sentence, and the cause that it gives. */
  readonly message: string
}

/** An eviction that a budget was charged for, null where none was. */
export type Charge = EvictionBudget | null

export type EvictionAnswer =
  | { readonly ok: true; readonly charge: Charge }
  | { readonly ok: false; readonly refusal: EvictionRefusal }

const FREE: EvictionAnswer = { ok: true, charge: null }
const TWO_BUDGETS =
  'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
const VIOLATES = "Cannot evict pod as it would violate the pod's disruption budget."

/** Answers evictions as the API server does (registry/core/pod/storage/eviction.go). */
export class EvictionBudgets {
  private readonly byNamespace = new Map<string, EvictionBudget[]>()

  /** The budgets are copied: they move with what is evicted here. */
  constructor(budgets: readonly EvictionBudget[]) {
    for (const budget of budgets) {
      const known = this.byNamespace.get(budget.namespace)
      if (known === undefined) this.byNamespace.set(budget.namespace, [{ ...budget }])
      else known.push({ ...budget })
    }
  }

  /** One eviction: allowed, and the budget charged, or refused. */
  evict({ pod, facts }: DrainedPod): EvictionAnswer {
    if (facts.phase === 'Pending') return FREE
    const matching = this.matching(pod.signature.namespace, pod.signature.labels)
    const [budget] = matching
    if (budget === undefined) return FREE
    if (matching.length > 1) return refuse(matching, TWO_BUDGETS)
    // A pod that says nothing of its readiness was written by hand.
    if (facts.isReady === false && mayGoUnhealthy(budget)) return FREE
    if (!budget.isProcessed) {
      const cause = `The disruption budget ${budget.name} is still being processed by the server.`
      return refuse(matching, `${VIOLATES} ${cause}`)
    }
    if (budget.disruptionsAllowed < 0) {
      return refuse(matching, 'pdb disruptions allowed is negative')
    }
    if (budget.disruptionsAllowed === 0) {
      return refuse(matching, `${VIOLATES} ${causeOfNone(budget)}`)
    }
    budget.disruptionsAllowed--
    if (facts.isReady !== false) budget.currentHealthy--
    return { ok: true, charge: budget }
  }

  /** The pod that came for an evicted one is ready. */
  replaced(charge: Charge): void {
    if (charge === null) return
    charge.disruptionsAllowed++
    charge.currentHealthy++
  }

  private matching(namespace: string, labels: ReadonlyMap<string, string>): EvictionBudget[] {
    const known = this.byNamespace.get(namespace) ?? []
    return known.filter(({ selector }) => selectorMatches(selector, labels))
  }
}

function mayGoUnhealthy(budget: EvictionBudget): boolean {
  const { alwaysAllowsUnhealthy, currentHealthy, desiredHealthy } = budget
  return alwaysAllowsUnhealthy || (currentHealthy >= desiredHealthy && desiredHealthy > 0)
}

/** What a budget that allows nothing is told to lack; counts are not to be trusted after a failed sync. */
function causeOfNone({ name, desiredHealthy, currentHealthy, denial }: EvictionBudget): string {
  const what = `The disruption budget ${name}`
  const closed = `${what} does not allow evicting pods currently`
  if (denial?.reason === 'SyncFailed') return `${closed} because it failed sync: ${denial.message}`
  if (currentHealthy <= desiredHealthy) {
    return `${what} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  }
  return denial === null ? closed : `${closed} (${denial.reason}): ${denial.message}`
}

function refuse(budgets: readonly EvictionBudget[], message: string): EvictionAnswer {
  const names = budgets.map(({ namespace, name }) => `${namespace}/${name}`)
  return { ok: false, refusal: { budgets: names, message } }
}
