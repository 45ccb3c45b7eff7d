import type { Decision, Outcome } from '../scheduler/decision.ts'
import { ARRAY_OF_KIND, type SnapshotResource } from '../snapshot/snapshot-resources.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'

/** A pod with one of these has a node, or needs none. */
const SETTLED: readonly Outcome[] = ['scheduled', 'alreadyAssigned', 'terminating']

export function isSettled(outcome: Outcome): boolean {
  return SETTLED.includes(outcome)
}

/** Counts outcomes while decisions pass by. */
export class OutcomeCounter {
  readonly byOutcome = new Map<Outcome, number>()
  /** Kinds that the snapshot lacks and that some outcome rests on. */
  readonly missingKinds = new Set<SnapshotResource>()

  get exitCode(): ExitCode {
    if (this.byOutcome.has('unknown')) return EXIT_CODE.unknown
    return [...this.byOutcome.keys()].every(isSettled) ? EXIT_CODE.done : EXIT_CODE.notPlaced
  }

  *count(decisions: Iterable<Decision>): Generator<Decision, void, void> {
    for (const decision of decisions) {
      const { outcome } = decision
      this.byOutcome.set(outcome, (this.byOutcome.get(outcome) ?? 0) + 1)
      for (const { kind, command } of decision.unknown) {
        const resource = command === null ? undefined : ARRAY_OF_KIND.get(kind ?? '')
        if (resource !== undefined) this.missingKinds.add(resource)
      }
      yield decision
    }
  }
}
