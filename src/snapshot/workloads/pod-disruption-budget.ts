import type { LabelSelector } from '../selectors/label-selector.ts'

export interface PodDisruptionBudget {
  readonly namespace: string
  readonly name: string
  readonly selector: LabelSelector
  readonly disruptionsAllowed: number
  readonly disruptedPods: ReadonlySet<string>
}
