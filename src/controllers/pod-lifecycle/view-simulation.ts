import type { ControllerNotice } from '../journal.ts'
import type { ConditionChange, Happening, PhaseChange } from './lifecycle-journal.ts'
import type { SimulationInput, SimulationRun } from './simulate-pod.ts'
import type { SimulatedContainer } from './simulated-container.ts'

export interface HappeningView {
  readonly at: number
  readonly container: string | null
  readonly what: Happening['what']
  readonly exitCode?: number
  readonly run?: number
  readonly until?: number
  readonly probe?: string
  readonly result?: string
  readonly message?: string
}

export interface ContainerView {
  readonly name: string
  readonly state: 'waiting' | 'running' | 'terminated'
  readonly reason: string | null
  readonly ready: boolean
  readonly started: boolean
  readonly restartCount: number
  readonly exitCode: number | null
  /** How long it would wait if it ended now. */
  readonly backOffSeconds: number
}

export interface SimulationView {
  readonly timeline: readonly HappeningView[]
  readonly phases: readonly (Omit<PhaseChange, 'atMs'> & { readonly at: number })[]
  readonly conditions: readonly (Omit<ConditionChange, 'atMs'> & { readonly at: number })[]
  readonly containers: readonly ContainerView[]
  readonly removedAt: number | null
  readonly cutOffAt: number | null
}

/** A simulated pod as its answer tells it; times in seconds after the kubelet's first sight of it. */
export function viewSimulation({ pod, backOff, cutOffMs }: SimulationRun): SimulationView {
  const { journal, containers, removedMs } = pod
  return {
    timeline: journal.happenings.map(({ atMs, untilMs, ...happening }) => ({
      at: seconds(atMs),
      ...happening,
      ...(untilMs !== undefined && { until: seconds(untilMs) }),
    })),
    phases: journal.phases.map(({ atMs, ...change }) => ({ at: seconds(atMs), ...change })),
    conditions: journal.conditions.map(({ atMs, ...change }) => ({ at: seconds(atMs), ...change })),
    containers: containers.map((one) => viewContainer(one, backOff.get(one.spec.name))),
    removedAt: removedMs === null ? null : seconds(removedMs),
    cutOffAt: cutOffMs === null ? null : seconds(cutOffMs),
  }
}

function viewContainer(container: SimulatedContainer, backOffMs: number): ContainerView {
  const { name, state, isReady, isStarted, restartCount } = container.status
  const end = state.kind === 'waiting' ? state.last : null
  const exit = state.kind === 'terminated' ? state.termination : end
  return {
    name,
    state: state.kind === 'none' ? 'waiting' : state.kind,
    reason: state.kind === 'waiting' ? state.reason : (exit?.reason ?? null),
    ready: isReady,
    started: isStarted === true,
    restartCount,
    exitCode: exit?.exitCode ?? null,
    backOffSeconds: backOffMs / 1000,
  }
}

/** Where the kubelet differs from what older texts say, or the answer from a real one's second. */
export function lifecycleNotices(input: SimulationInput, run: SimulationRun): ControllerNotice[] {
  const { happenings } = run.pod.journal
  const has = (what: Happening['what']) => happenings.some((one) => one.what === what)
  const notices: ControllerNotice[] = []
  if (has('backOff')) {
    const message =
      'times of restarts are the earliest: a kubelet adds up to half to a back-off at random, and ' +
      'looks again at least every minute'
    notices.push({ code: 'back-off', message })
  }
  if (has('preStopCut')) {
    const message =
      'a preStop hook that outlasts the grace is not run again: the container gets SIGTERM, and ' +
      'SIGKILL 2 s later'
    notices.push({ code: 'pre-stop-cut', message })
  }
  const isOpen = input.deletion !== null && run.pod.containers.some(isLatest)
  if (isOpen) {
    const message =
      'where nothing is said of them, preStop hooks and stopping take as long as they may: the end ' +
      'is the latest possible one'
    notices.push({ code: 'latest', message })
  }
  return notices
}

function isLatest({ spec, script }: SimulatedContainer): boolean {
  const isOpenHook = spec.preStop.kind === 'hook' && script.preStopSeconds === null
  return script.stopSeconds === null || isOpenHook
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000
}
