import type { SelectorDevice } from '../device-selector.ts'
import { CelError, type CelValue, type Outcome } from '../values/cel-value.ts'
import type { DeviceTexts } from './device-value.ts'

/** What an expression may cost on one device (resource.k8s.io CELSelectorExpressionMaxCost). */
const COST_LIMIT = 1_000_000
/**
 * What it may take besides: cel-go charges next to nothing for copying and comparing what is large,
 * so that is counted apart. No selector comes near.
 */
const STEPS_LIMIT = 3_000_000

export const COST_EXCEEDED: CelError = new CelError(
  'operation cancelled: actual cost limit exceeded',
)

/** A part of an expression, ready to be evaluated. */
export type Node = (run: Run) => Outcome

/** A variable of a loop or of cel.bind; undefined: it has no value yet. */
export type Slot = Outcome | undefined

/** One evaluation: the device, the variables, and what it has cost so far. */
export class Run {
  device: SelectorDevice
  readonly texts: DeviceTexts
  readonly slots: Slot[]
  cost = 0
  private steps = 0
  /** Once true, nothing is computed any more and the outcome is `abortedWith`. */
  isOver = false
  abortedWith: CelError = COST_EXCEEDED

  constructor(device: SelectorDevice, texts: DeviceTexts, slotCount: number) {
    this.device = device
    this.texts = texts
    this.slots = new Array(slotCount).fill(undefined)
  }

  start(device: SelectorDevice): void {
    this.device = device
    this.slots.fill(undefined)
    this.cost = 0
    this.steps = 0
    this.isOver = false
    this.abortedWith = COST_EXCEEDED
  }

  charge(cost: number): void {
    this.cost += cost
    if (this.cost > COST_LIMIT) this.isOver = true
  }

  /** Ends the evaluation with an error that nothing absorbs. */
  abort(error: CelError): void {
    if (!this.isOver) this.abortedWith = error
    this.isOver = true
  }

  /** Counts steps that cost nothing upstream; false: there have been too many. */
  readonly work = (steps: number): boolean => {
    this.steps += steps
    if (this.steps > STEPS_LIMIT) this.isOver = true
    return !this.isOver
  }

  /** A value that takes so many steps to make, unless that is too many. */
  made(steps: number, make: () => CelValue): Outcome {
    return this.work(steps) ? make() : COST_EXCEEDED
  }
}
