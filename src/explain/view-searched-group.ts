import type { Outcome } from '../scheduler/decision.ts'
import type { GangOutcome } from '../scheduler/gang/search/gang-search.ts'
import { type PodReference, referTo } from '../snapshot/pods/pod-reference.ts'

/** What became of a group of the request, as it is answered; see schemas/decisions/groups.ts. */
export interface SearchedGroupView
  extends Pick<GangOutcome, 'isPlaced' | 'placed' | 'foundBy' | 'greedy' | 'because'> {
  readonly group: string
  readonly minMember: number
  readonly members: number
  readonly running: number
  readonly search: { readonly ended: string; readonly steps: number } | null
  readonly denied: readonly {
    readonly pod: PodReference
    readonly outcome: Outcome
    readonly message: string
    readonly alone: string
  }[]
}

export function viewSearchedGroup({
  gang,
  search,
  denied,
  ...told
}: GangOutcome): SearchedGroupView {
  const { name, minMember, members, running } = gang
  return {
    group: name,
    minMember,
    members: members.length,
    running,
    ...told,
    search: search === null ? null : { ended: search.kind, steps: search.steps },
    denied: denied.map(({ pod, ...why }) => ({ pod: referTo(pod), ...why })),
  }
}
