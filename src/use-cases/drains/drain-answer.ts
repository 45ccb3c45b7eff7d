import type { Move, Wave } from '../../controllers/drain/plan-drain.ts'
import { graceSecondsOf, removalSecondsOf } from '../../controllers/pod-removal/grace-period.ts'
import { recreationOf } from '../../controllers/pod-removal/recreation.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import { decisionId } from '../decisions/decision-answer.ts'
import type { DrainOutcome, DrainQuestion } from './drain-question.ts'

/** A plan as POST /v1/drains answers it; see schemas/around/drain-response.ts. */
export function viewDrain(question: DrainQuestion, outcome: DrainOutcome) {
  const { digest, scheduler } = question
  const nameOf = namesOf(question)
  const { plan, rows } = outcome
  const nodes = viewNodes(question, outcome)
  const moves = plan.waves.flatMap((wave) => wave.moves)
  const summary = summarize(moves, nodes.filter((one) => one.outcome === 'emptied').length)
  return {
    id: decisionId(digest),
    profile: scheduler.name,
    isWhole: summary.emptied === rows.length && summary.pending + summary.notJudged === 0,
    nodes,
    waves: plan.waves.map((wave) => viewWave(wave, nameOf)),
    stays: plan.stays.map(({ pod, node, because }) => {
      return { pod: referTo(pod), node: nameOf(node), because }
    }),
    refused: plan.refused.map(({ pod, node, because }) => {
      return { pod: referTo(pod), node: nameOf(node), because }
    }),
    stuck: plan.stuck.map(({ pod, node, refusal }) => {
      const { budgets, message } = refusal
      return { pod: referTo(pod), node: nameOf(node), budgets, because: message }
    }),
    summary,
    consolidation: viewConsolidation(question, outcome),
  }
}

type NameOf = (row: number) => string

function namesOf({ cluster }: DrainQuestion): NameOf {
  return (row) => cluster.nodes.names[row] ?? ''
}

function viewNodes({ facts, cluster }: DrainQuestion, { plan, rows }: DrainOutcome) {
  const count = (rowsOf: readonly number[]) => {
    const counts = new Map<number, number>()
    for (const row of rowsOf) counts.set(row, (counts.get(row) ?? 0) + 1)
    return (row: number) => counts.get(row) ?? 0
  }
  const refused = count(plan.refused.map(({ node }) => node))
  const stuck = count(plan.stuck.map(({ node }) => node))
  const stays = count(plan.stays.map(({ node }) => node))
  const refills = count(plan.waves.flatMap((wave) => wave.refills.map(({ node }) => node)))
  const moves = plan.waves.flatMap((wave) => wave.moves)
  const evicted = count(moves.flatMap((move) => (move.evicted === null ? [] : [move.from])))
  return rows.map((row) => {
    const node = cluster.nodes.names[row] ?? ''
    const finished = facts.finished.get(node) ?? 0
    const outcome = outcomeOf(refused(row), stuck(row), refills(row))
    return { node, outcome, evicted: evicted(row), stays: stays(row), finished }
  })
}

function outcomeOf(refused: number, stuck: number, refills: number) {
  if (refused > 0) return 'refused'
  if (stuck > 0) return 'stuck'
  return refills > 0 ? 'refilled' : 'emptied'
}

function viewWave({ moves, empties }: Wave, nameOf: NameOf) {
  const seconds = moves.map((move) =>
    move.evicted === null ? 0 : removalSecondsOf(move.evicted.facts),
  )
  return {
    moves: moves.map((move) => viewMove(move, nameOf)),
    empties: empties.map(nameOf),
    takesSeconds: seconds.reduce((most, one) => Math.max(most, one), 0),
  }
}

function viewMove({ pod, from, evicted, to, notJudged }: Move, nameOf: NameOf) {
  const remade = evicted?.facts ?? { owner: ownerOf(pod), isMirror: false, nodeName: '' }
  return {
    pod: referTo(pod),
    from: nameOf(from),
    displaced: evicted === null,
    gracePeriodSeconds: evicted === null ? null : graceSecondsOf(evicted.facts),
    freeBy: evicted === null ? null : removalSecondsOf(evicted.facts),
    recreatedBy: recreationOf(remade),
    to:
      to === null
        ? null
        : {
            outcome: to.outcome,
            node: to.node < 0 ? null : nameOf(to.node),
            message: to.message === '' ? null : to.message,
            causes: to.because,
            displaces: to.displaced.map((one) => referTo(one.pod)),
          },
    notJudged,
  }
}

/** Of a pod that was displaced: only what the scheduler knows. */
function ownerOf({ signature: { controller } }: Pod) {
  if (controller === null) return null
  const { apiVersion, kind, name } = controller
  return { apiVersion, kind, name }
}

function summarize(moves: readonly Move[], emptied: number) {
  const count = (is: (move: Move) => boolean) => moves.filter(is).length
  return {
    emptied,
    moved: count(({ to }) => to?.outcome === 'scheduled'),
    pending: count(({ to }) => to !== null && !['scheduled', 'unknown'].includes(to.outcome)),
    lost: count(({ to, notJudged }) => to === null && notJudged === null),
    notJudged: count(({ to, notJudged }) => notJudged !== null || to?.outcome === 'unknown'),
    displaced: count(({ evicted }) => evicted === null),
  }
}

function viewConsolidation({ cluster, rows: candidates }: DrainQuestion, outcome: DrainOutcome) {
  const { chosen, rows } = outcome
  if (chosen === null) return null
  const emptied = new Set(rows)
  const { atMost, tries, refused, kept: failed } = chosen
  const kept = candidates
    .filter((row) => !emptied.has(row))
    .map((row) => ({
      node: cluster.nodes.names[row] ?? '',
      because: refused.get(row) ?? failed.get(row) ?? '',
    }))
  return { emptied: rows.length, atMost, tries, kept }
}
