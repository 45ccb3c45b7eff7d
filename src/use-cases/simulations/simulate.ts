import type { SimulationRequest } from '../../../schemas/around/simulation-request.ts'
import { Simulation, type SimulationRules } from '../../controllers/simulation/simulation.ts'
import { World } from '../../controllers/simulation/world.ts'
import { err, ok, type Result } from '../../result.ts'
import { queueRules } from '../../scheduler/around/queue-rules.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { ReadOptions } from '../../snapshot/read.ts'
import { cycleOptions } from '../decisions/run.ts'
import { describeInput } from '../reading/decision-input.ts'
import { checkPodCount } from '../reading/pod-limit.ts'
import { readScript } from './read-script.ts'
import { viewSimulation } from './simulation-answer.ts'
import type { SimulationQuestion } from './simulation-question.ts'

export interface SimulateContext {
  readonly digest: string
  readonly nodesMax: number
  readonly podsMax: number
}

/** Attempts of one simulation, after which it is given up. */
const DECISIONS_MAX = 200_000

/** Reads what POST /v1/simulations is sent; all that is wrong is reported at once. */
export function readSimulation(
  request: SimulationRequest,
  { digest, nodesMax, podsMax }: SimulateContext,
): Result<SimulationQuestion, readonly Issue[]> {
  const { options } = request
  const profile = resolveProfile({ ...request, only: options.only, fixes: options.fixes })
  if (!profile.ok) return err(profile.error)
  const scheduler = profile.value
  const { absentKinds, defaulting } = options
  const read: ReadOptions = { accounting: scheduler.accounting, absentKinds, defaulting, nodesMax }
  const found = readScript(request, read)
  if (!found.ok) return found
  const { script, cluster, pods } = found.value
  const tooMany = checkPodCount(script.podCount, podsMax)
  if (tooMany !== null) return err([{ ...tooMany, pointer: '/script' }])
  return ok({ request, digest, scheduler, script, cluster, pods })
}

/** The answer as text; nothing of it is told before the time is over. */
export async function* simulationParts(
  question: SimulationQuestion,
): AsyncGenerator<string, void, void> {
  const { request, digest, scheduler, script, cluster, pods } = question
  const { profiles, name, notEvaluated, notices } = scheduler
  const finishInput = describeInput({ digest, cluster, pods, notEvaluated, notices })
  const cycle = cycleOptions(request.options)
  const startMs = cycle.nowMs ?? 0
  const reading = { cluster, pods: pods.map(({ pod }) => pod) }
  const world = new World({ profiles, cycle }, reading)
  const queue = queueRules(name, request.config)
  const rules: SimulationRules = { queue, startMs, decisionsMax: DECISIONS_MAX }
  const simulation = new Simulation(world, rules)
  for (const { source, name: podName, node } of script.atStart) {
    simulation.begin(source, podName, node)
  }
  const running = simulation.run(script.entries, request.until * 1000)
  let step = running.next()
  for (; step.done !== true; step = running.next()) yield ''
  const view = viewSimulation({ question, simulation, cutOffMs: step.value })
  yield JSON.stringify({ ...view, input: finishInput() })
}
