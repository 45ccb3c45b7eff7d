import { expect, it } from 'vitest'
import { readObservedStatus } from '../../../src/controllers/pod-lifecycle/container-status.ts'
import { readLifecyclePod } from '../../../src/controllers/pod-lifecycle/lifecycle-pod.ts'
import {
  type ProbeResult,
  podActions,
  type RuntimeState,
} from '../../../src/controllers/pod-lifecycle/pod-actions.ts'
import { podConditions } from '../../../src/controllers/pod-lifecycle/pod-conditions.ts'
import { podPhase } from '../../../src/controllers/pod-lifecycle/pod-phase.ts'
import { Fields, type JsonObject } from '../../../src/snapshot/json/fields.ts'
import { Issues, ROOT } from '../../../src/snapshot/json/json-path.ts'
import { QuantityCache } from '../../../src/snapshot/resources/quantity.ts'
import { readFamily } from './read-family.ts'

interface PhaseCase {
  name: string
  pod: JsonObject & { status: JsonObject }
  terminal: boolean
  inited: boolean
}

interface PhaseAnswer {
  name: string
  phase: string
  conditions: { type: string; status: string; reason?: string; message?: string }[]
}

interface ActionsCase {
  name: string
  pod: JsonObject
  runtime: { Name: string; State: RuntimeState['state']; ExitCode: number }[]
  liveness: Record<string, ProbeResult>
  startup: Record<string, ProbeResult>
}

interface ActionsAnswer {
  name: string
  killPod: boolean
  initContainersToStart: string[]
  containersToStart: string[]
  containersToKill: Record<string, string>
}

function fieldsOf(value: JsonObject): Fields {
  return new Fields(value, ROOT, { issues: new Issues(), quantities: new QuantityCache() })
}

it('phases and conditions are those of the kubelet v1.37.1', () => {
  const family = readFamily<PhaseCase, PhaseAnswer>('phase')
  for (const { case: one, answer } of family) {
    const pod = readLifecyclePod(fieldsOf(one.pod))
    const observed = readObservedStatus(fieldsOf(one.pod.status))
    const { phase } = podPhase({
      pod,
      statuses: observed.containers,
      isTerminal: one.terminal,
      hasInitialized: one.inited,
    })
    const conditions = podConditions(pod, observed, phase)
    expect({ phase, conditions }, one.name).toEqual({
      phase: answer.phase,
      conditions: answer.conditions,
    })
  }
  expect(family.length).toBeGreaterThan(0)
})

it('what is started and killed next is what the kubelet v1.37.1 starts and kills', () => {
  const family = readFamily<ActionsCase, ActionsAnswer>('actions')
  for (const { case: one, answer } of family) {
    const runtime = one.runtime.map(
      ({ Name, State, ExitCode }) => [Name, { state: State, exitCode: ExitCode }] as const,
    )
    const { containersToKill, ...actions } = podActions({
      pod: readLifecyclePod(fieldsOf(one.pod)),
      runtime: new Map(runtime),
      liveness: new Map(Object.entries(one.liveness)),
      startup: new Map(Object.entries(one.startup)),
    })
    const killed = Object.fromEntries(containersToKill.map(({ name, message }) => [name, message]))
    const { name, killPod, initContainersToStart, containersToStart } = answer
    expect({ ...actions, containersToKill: killed }, name).toEqual({
      killPod,
      initContainersToStart,
      containersToStart,
      containersToKill: answer.containersToKill,
    })
  }
  expect(family.length).toBeGreaterThan(0)
})
