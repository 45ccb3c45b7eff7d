import { DEFAULT_NAMESPACE } from '../../snapshot/api-defaults.ts'
import type { Fields } from '../../snapshot/json/fields.ts'

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never'

/** A rule of `restartPolicyRules`: what happens after certain exit codes. */
export interface RestartRule {
  readonly action: string
  readonly operator: string
  readonly values: readonly number[]
}

export interface Probe {
  readonly initialDelaySeconds: number
  readonly periodSeconds: number
  readonly successThreshold: number
  readonly failureThreshold: number
  /** Of the probe itself; null: the pod's. */
  readonly terminationGracePeriodSeconds: number | null
}

/** What runs before a container is told to stop. */
export type PreStop =
  | { readonly kind: 'none' }
  | { readonly kind: 'sleep'; readonly seconds: number }
  /** A command or a request: nobody knows how long it takes. */
  | { readonly kind: 'hook' }

export interface LifecycleContainer {
  readonly name: string
  readonly isInit: boolean
  /** An init container that keeps running (restartPolicy Always). */
  readonly isSidecar: boolean
  /** Of the container itself; null: the pod's. */
  readonly restartPolicy: RestartPolicy | null
  readonly restartRules: readonly RestartRule[]
  readonly startupProbe: Probe | null
  readonly readinessProbe: Probe | null
  readonly livenessProbe: Probe | null
  readonly preStop: PreStop
  readonly hasPostStart: boolean
}

/** A pod as its kubelet sees it. */
export interface LifecyclePod {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly restartPolicy: RestartPolicy
  readonly initContainers: readonly LifecycleContainer[]
  readonly containers: readonly LifecycleContainer[]
  readonly gracePeriodSeconds: number
  readonly activeDeadlineSeconds: number | null
  /** Types of conditions that others set. */
  readonly readinessGates: readonly string[]
  readonly isStatic: boolean
  readonly isTerminating: boolean
}

const DEFAULT_GRACE_SECONDS = 30

export function readLifecyclePod(pod: Fields): LifecyclePod {
  const metadata = pod.objectOrEmpty('metadata')
  const spec = pod.objectOrEmpty('spec')
  const source = metadata.stringMap('annotations').get('kubernetes.io/config.source')
  return {
    namespace: metadata.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata.string('name') ?? '',
    uid: metadata.string('uid') ?? '',
    restartPolicy: policyOf(spec.string('restartPolicy')) ?? 'Always',
    initContainers: spec.objects('initContainers').map((one) => readContainer(one, true)),
    containers: spec.objects('containers').map((one) => readContainer(one, false)),
    gracePeriodSeconds: spec.integer('terminationGracePeriodSeconds') ?? DEFAULT_GRACE_SECONDS,
    activeDeadlineSeconds: spec.integer('activeDeadlineSeconds') ?? null,
    readinessGates: spec.objects('readinessGates').map((one) => one.string('conditionType') ?? ''),
    isStatic: source !== undefined && source !== 'api',
    isTerminating: metadata.has('deletionTimestamp'),
  }
}

function readContainer(container: Fields, isInit: boolean): LifecycleContainer {
  const restartPolicy = policyOf(container.string('restartPolicy'))
  const lifecycle = container.object('lifecycle')
  return {
    name: container.string('name') ?? '',
    isInit,
    isSidecar: isInit && restartPolicy === 'Always',
    restartPolicy,
    restartRules: container.objects('restartPolicyRules').map(readRule),
    startupProbe: readProbe(container.object('startupProbe')),
    readinessProbe: readProbe(container.object('readinessProbe')),
    livenessProbe: readProbe(container.object('livenessProbe')),
    preStop: readPreStop(lifecycle?.object('preStop')),
    hasPostStart: lifecycle?.has('postStart') === true,
  }
}

function policyOf(text: string | undefined): RestartPolicy | null {
  return text === 'Always' || text === 'OnFailure' || text === 'Never' ? text : null
}

function readRule(rule: Fields): RestartRule {
  const exitCodes = rule.object('exitCodes')
  const values = exitCodes?.value['values']
  return {
    action: rule.string('action') ?? '',
    operator: exitCodes?.string('operator') ?? '',
    values: Array.isArray(values) ? values.filter((one) => typeof one === 'number') : [],
  }
}

/** With the API server's defaults. */
function readProbe(probe: Fields | undefined): Probe | null {
  if (probe === undefined) return null
  const positive = (key: string, value: number) => Math.max(probe.int32(key) || value, 1)
  return {
    initialDelaySeconds: Math.max(probe.int32('initialDelaySeconds') ?? 0, 0),
    periodSeconds: positive('periodSeconds', 10),
    successThreshold: positive('successThreshold', 1),
    failureThreshold: positive('failureThreshold', 3),
    terminationGracePeriodSeconds: probe.integer('terminationGracePeriodSeconds') ?? null,
  }
}

function readPreStop(hook: Fields | undefined): PreStop {
  if (hook === undefined) return { kind: 'none' }
  const seconds = hook.object('sleep')?.integer('seconds')
  return seconds === undefined ? { kind: 'hook' } : { kind: 'sleep', seconds: Math.max(seconds, 0) }
}
