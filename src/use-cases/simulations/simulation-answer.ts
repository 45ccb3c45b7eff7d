import type { SimulatedPod } from '../../controllers/simulation/simulated-pod.ts'
import type { Simulation } from '../../controllers/simulation/simulation.ts'
import type { Sample, SimulationEvent } from '../../controllers/simulation/simulation-event.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import { decisionId } from '../decisions/decision-answer.ts'
import type { SimulationQuestion } from './simulation-question.ts'

interface Played {
  readonly question: SimulationQuestion
  readonly simulation: Simulation
  /** When it was given up; null: it was played to its end. */
  readonly cutOffMs: number | null
}

const SERIES_MAX = 1000
const FAILED = new Set(['unschedulable', 'error'])

/** What a simulation came to, as POST /v1/simulations answers it. */
export function viewSimulation({ question, simulation, cutOffMs }: Played) {
  const { request, digest, scheduler } = question
  const { events, pods, samples } = simulation
  const endMs = cutOffMs ?? request.until * 1000
  const told = events.filter(({ kind }) => request.events === 'all' || !FAILED.has(kind))
  return {
    id: decisionId(digest),
    profile: scheduler.name,
    until: request.until,
    cutOffAt: cutOffMs === null ? null : seconds(cutOffMs),
    events: request.events === 'none' ? [] : told.map(viewEvent),
    pods: pods.map(viewPod),
    waits: viewWaits(pods),
    utilisation: viewUtilisation(samples, endMs),
  }
}

function seconds(ms: number): number {
  return ms / 1000
}

function viewEvent({ atMs, kind, pod, node, message }: SimulationEvent) {
  return {
    at: seconds(atMs),
    kind,
    pod: pod === null ? null : referTo(pod.pod),
    node: node === '' ? null : node,
    message: message === '' ? null : message,
  }
}

function viewPod(one: SimulatedPod) {
  const { pod, state, node, createdAtMs, scheduledAtMs, endedAtMs, attempts, message } = one
  return {
    pod: referTo(pod),
    priority: pod.signature.priority,
    state,
    node: node === '' ? null : node,
    createdAt: seconds(createdAtMs),
    scheduledAt: scheduledAtMs === null ? null : seconds(scheduledAtMs),
    endedAt: endedAtMs === null ? null : seconds(endedAtMs),
    attempts,
    message: message === '' || scheduledAtMs !== null ? null : message,
  }
}

/** Of pods that came to wait; those that ran before say nothing of waiting. */
function viewWaits(pods: readonly SimulatedPod[]) {
  const byPriority = new Map<number, SimulatedPod[]>()
  for (const one of pods) {
    if (one.attempts === 0) continue
    const { priority } = one.pod.signature
    const known = byPriority.get(priority)
    if (known === undefined) byPriority.set(priority, [one])
    else known.push(one)
  }
  return [...byPriority]
    .sort(([a], [b]) => b - a)
    .map(([priority, all]) => {
      const waits = all
        .flatMap(({ scheduledAtMs, createdAtMs }) =>
          scheduledAtMs === null ? [] : [seconds(scheduledAtMs - createdAtMs)],
        )
        .sort((a, b) => a - b)
      const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length
      return {
        priority,
        pods: all.length,
        scheduled: waits.length,
        meanSeconds: waits.length === 0 ? null : mean,
        medianSeconds: waits[Math.floor((waits.length - 1) / 2)] ?? null,
        maxSeconds: waits.at(-1) ?? null,
      }
    })
}

function viewUtilisation(samples: readonly Sample[], endMs: number) {
  let [cpu, memory] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    const lengthMs = (samples[index + 1]?.atMs ?? endMs) - sample.atMs
    cpu += sample.cpu * lengthMs
    memory += sample.memory * lengthMs
  }
  const every = Math.ceil(samples.length / SERIES_MAX)
  const series = samples
    .filter((_, index) => index % every === 0)
    .map(({ atMs, ...sample }) => ({ at: seconds(atMs), ...sample }))
  const overMs = Math.max(1, endMs)
  return { cpu: cpu / overMs, memory: memory / overMs, series }
}
