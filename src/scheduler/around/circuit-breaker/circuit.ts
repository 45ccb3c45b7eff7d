/** closed: pods pass; open: none does; halfOpen: a few are let through to see. */
export type CircuitState = 'closed' | 'open' | 'halfOpen'

export interface CircuitTransition {
  readonly timeMs: number
  readonly to: CircuitState
  readonly because: string
}

/** The last transitions are kept. */
const TRANSITIONS_KEPT = 10

/** The state machine of one node or one owner. */
export class Circuit {
  state: CircuitState = 'closed'
  /** When an open circuit has cooled down. */
  coolAtMs = 0
  readonly transitions: CircuitTransition[] = []
  private readonly coolDownMs: number

  constructor(coolDownMs: number) {
    this.coolDownMs = coolDownMs
  }

  passTo(timeMs: number): void {
    if (this.state !== 'open' || timeMs < this.coolAtMs) return
    this.turn(this.coolAtMs, 'halfOpen', 'no failure since the cool-down began')
  }

  open(timeMs: number, because: string): void {
    this.coolAtMs = timeMs + this.coolDownMs
    this.turn(timeMs, 'open', because)
  }

  /** A failure where nothing should have run, or in a trial: the cool-down begins anew. */
  failAgain(timeMs: number): void {
    this.coolAtMs = timeMs + this.coolDownMs
    if (this.state === 'halfOpen') this.turn(timeMs, 'open', 'a pod of the trial failed')
  }

  close(timeMs: number): void {
    this.turn(timeMs, 'closed', 'a pod of the trial succeeded')
  }

  private turn(timeMs: number, to: CircuitState, because: string): void {
    this.state = to
    this.transitions.push({ timeMs, to, because })
    if (this.transitions.length > TRANSITIONS_KEPT) this.transitions.shift()
  }
}
