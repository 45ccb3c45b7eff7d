import type { LifecycleRequest } from '../../schemas/around/lifecycle-request.ts'
import {
  type ContainerScript,
  defaultScript,
} from '../controllers/pod-lifecycle/container-script.ts'
import {
  type ObservedStatus,
  readObservedStatus,
} from '../controllers/pod-lifecycle/container-status.ts'
import {
  type LifecycleContainer,
  type LifecyclePod,
  readLifecyclePod,
} from '../controllers/pod-lifecycle/lifecycle-pod.ts'
import { observePod } from '../controllers/pod-lifecycle/observe-pod.ts'
import { type SimulationInput, simulatePod } from '../controllers/pod-lifecycle/simulate-pod.ts'
import { lifecycleNotices, viewSimulation } from '../controllers/pod-lifecycle/view-simulation.ts'
import { err, ok, type Result } from '../result.ts'
import { Fields, isObject } from '../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath, ROOT } from '../snapshot/json/json-path.ts'
import { QuantityCache } from '../snapshot/resources/quantity.ts'

/** Whose kubelet this is. */
const RELEASE = '1.37'
/** No pod of a cluster has as many. */
const CONTAINERS_MAX = 250

/** What was asked, read and found to be right. */
export interface LifecycleQuestion {
  readonly observed: ObservedStatus
  readonly simulation: SimulationInput
}

/** Reads what POST /v1/lifecycle is sent; all that is wrong is reported at once. */
export function readLifecycle(
  request: LifecycleRequest,
): Result<LifecycleQuestion, readonly Issue[]> {
  const issues = new Issues()
  const path = ROOT.at('pod')
  const value = isObject(request.pod) ? request.pod : {}
  const fields = new Fields(value, path, { issues, quantities: new QuantityCache() })
  const pod = readLifecyclePod(fields)
  checkContainers(pod, path.at('spec'), issues)
  const containers = new Map(
    [...pod.initContainers, ...pod.containers].map((one) => [one.name, one]),
  )
  const scripts = new Map<string, ContainerScript>()
  for (const [name, given] of Object.entries(request.containers ?? {})) {
    const container = containers.get(name)
    if (container !== undefined) scripts.set(name, scriptOf(container, given))
    else {
      const message = `the pod has no container ${name}`
      issues.add(ROOT.at('containers').at(name), 'not-a-request', message)
    }
  }
  const observed = readObservedStatus(fields.objectOrEmpty('status'))
  if (issues.any) return err(issues.list)
  const deletion = request.delete
  const simulation = {
    pod,
    scripts,
    untilMs: request.until * 1000,
    backOffMaxMs: request.maxContainerRestartPeriod * 1000,
    deletion:
      deletion === undefined
        ? null
        : {
            atMs: deletion.at * 1000,
            gracePeriodSeconds: deletion.gracePeriodSeconds ?? Math.max(pod.gracePeriodSeconds, 1),
          },
  }
  return ok({ observed, simulation })
}

function checkContainers(pod: LifecyclePod, path: JsonPath, issues: Issues): void {
  const all = [...pod.initContainers, ...pod.containers]
  if (pod.containers.length === 0) {
    issues.add(path.at('containers'), 'not-a-request', 'a pod has at least one container')
  }
  if (all.length > CONTAINERS_MAX) {
    issues.add(path, 'too-many', `more than ${CONTAINERS_MAX} containers`)
  }
  const known = new Set<string>()
  for (const { name } of all) {
    if (name === '') issues.add(path, 'not-a-request', 'a container has no name')
    else if (known.has(name))
      issues.add(path, 'duplicate-object', `two containers are named ${name}`)
    known.add(name)
  }
}

function scriptOf(
  container: LifecycleContainer,
  given: NonNullable<LifecycleRequest['containers']>[string],
): ContainerScript {
  const usual = defaultScript(container)
  const { runs = usual.runs, preStopSeconds = usual.preStopSeconds } = given
  return { ...given, runs, preStopSeconds }
}

/** The answer as text; nothing of it is said before the simulated time is over. */
export async function* lifecycleParts(
  { observed, simulation }: LifecycleQuestion,
  digest: string,
): AsyncGenerator<string, void, void> {
  const simulating = simulatePod(simulation)
  let step = simulating.next()
  for (; step.done !== true; step = simulating.next()) yield ''
  const run = step.value
  const { pod, backOffMaxMs, untilMs } = simulation
  yield JSON.stringify({
    id: `l-${digest.slice('sha256:'.length).slice(0, 32)}`,
    release: RELEASE,
    observed: observed.hasStatuses ? observePod(pod, observed, backOffMaxMs) : null,
    until: untilMs / 1000,
    ...viewSimulation(run),
    notices: lifecycleNotices(simulation, run),
    input: { digest },
  })
}
