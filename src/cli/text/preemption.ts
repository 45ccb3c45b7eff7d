import type { PreemptionView, VictimView } from '../../explain/decision-view.ts'
import { countOf } from './counts.ts'
import { groupBy } from './group-by.ts'
import type { NodeNames } from './node-names.ts'
import { hang, type Page } from './page.ts'

const VICTIMS_SHOWN = 8

/** How the loser compares, by the criterion it lost by. */
const CRITERIA = new Map<string, string>([
  ['pdbViolations', 'with more disruption budgets violated'],
  ['highestVictimPriority', 'with a victim of higher priority'],
  ['sumOfPriorities', 'with a higher sum of priorities'],
  ['numberOfVictims', 'with more victims'],
  ['latestStartTime', 'with victims that have run longer'],
  ['nodeOrder', 'as good (the real scheduler picks one of these at random)'],
])

/** Who would have to go for the pod to fit, and what the other candidates lost by. */
export function preemptionLines(
  preemption: PreemptionView,
  names: NodeNames,
  page: Page,
): string[] {
  const { node, victims, candidates = [] } = preemption
  if (node === null) return []
  const head = `Preempting ${countOf(victims.length, 'pod')} would make room on ${names.short(node)}:`
  const shown = victims.slice(0, VICTIMS_SHOWN).map(victimText)
  const more = victims.length - shown.length
  const lost = candidates.filter(({ lostBy }) => lostBy !== null)
  return [
    ...hang('  ', head, page.columns),
    ...shown.flatMap((text) => hang('    ', text, page.columns)),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...(lost.length > 0 ? hang('  ', othersText(lost), page.columns) : []),
  ]
}

function victimText(victim: VictimView): string {
  const { namespace, name, priority, recreatedBy, gracePeriodSeconds } = victim
  return [
    `${namespace}/${name}`,
    `priority ${priority}`,
    recreatedBy === null
      ? 'nobody makes it anew'
      : `${recreatedBy.kind} ${recreatedBy.name} makes it anew`,
    victim.terminating ? 'already being deleted' : `${gracePeriodSeconds} s of grace`,
    ...(victim.pdbViolated ? ['against its disruption budget'] : []),
  ].join(', ')
}

function othersText(lost: readonly { readonly lostBy: string | null }[]): string {
  const by = groupBy(lost, ({ lostBy }) => CRITERIA.get(lostBy ?? '') ?? lostBy ?? '')
  const texts = [...by].map(([criterion, { length }]) => `${length} ${criterion}`)
  return `Other candidates: ${texts.join(', ')}.`
}
