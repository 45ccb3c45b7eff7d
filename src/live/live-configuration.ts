import { err, ok, type Result } from '../result.ts'
import { type QueueRules, queueRules } from '../scheduler/around/queue-rules.ts'
import { parseDuration } from '../scheduler/go/duration.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import type { BindingLimits } from './binding/pre-bindings.ts'

/** VolumeBindingArgs' and DynamicResourcesArgs' own. */
const LIMIT_MS = 600_000
/** A timer of Node that waits longer goes off at once. */
const LIMIT_MAX_SECONDS = 2_147_483

/** How `berth schedule` schedules. */
export interface LiveConfiguration {
  readonly scheduler: ResolvedProfile
  readonly rules: QueueRules
  readonly limits: (schedulerName: string) => BindingLimits
  /** What it says and is not done, one line each. */
  readonly unheeded: readonly string[]
}

/** The default plugins for pods of one name, all nodes scored. */
export function usualConfiguration(schedulerName: string): JsonObject {
  return {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName, percentageOfNodesToScore: 100 }],
  }
}

/** Of a KubeSchedulerConfiguration; what is wrong with it is named by place. */
export function readLiveConfiguration(
  config: unknown,
): Result<LiveConfiguration, readonly string[]> {
  const found = resolveProfile({ config, only: [], fixes: false, asksExtenders: true })
  if (!found.ok) return err(found.error.map(({ pointer, message }) => `${pointer}: ${message}`))
  const { name, notEvaluated } = found.value
  const limits = new Map<string, BindingLimits>()
  for (const [index, profile] of profilesOf(config).entries()) {
    const ofProfile = limitsOf(profile, `/profiles/${index}`)
    if (!ofProfile.ok) return ofProfile
    limits.set(nameOfProfile(profile), ofProfile.value)
  }
  const usual = { volumesMs: LIMIT_MS, devicesMs: LIMIT_MS }
  return ok({
    scheduler: found.value,
    rules: queueRules(name, config),
    limits: (schedulerName) => limits.get(schedulerName) ?? usual,
    unheeded: notEvaluated.map(({ what, object, reason }) =>
      object === undefined ? `${what}: ${reason}` : `${what} ${object}: ${reason}`,
    ),
  })
}

function profilesOf(config: unknown): readonly JsonObject[] {
  const profiles = isObject(config) ? config['profiles'] : undefined
  return Array.isArray(profiles) ? profiles.filter(isObject) : []
}

function nameOfProfile({ schedulerName }: JsonObject): string {
  return typeof schedulerName === 'string' ? schedulerName : 'default-scheduler'
}

function limitsOf(profile: JsonObject, place: string): Result<BindingLimits, readonly string[]> {
  const seconds = argsOf(profile, 'VolumeBinding')['bindTimeoutSeconds']
  const text = argsOf(profile, 'DynamicResources')['bindingTimeout']
  const duration = typeof text === 'string' ? parseDuration(text) : null
  const limits = {
    volumesMs: typeof seconds === 'number' ? seconds * 1000 : LIMIT_MS,
    devicesMs: duration?.ok === true && duration.ns > 0 ? duration.ns / 1e6 : LIMIT_MS,
  }
  const isTooLong = Math.max(limits.volumesMs, limits.devicesMs) > LIMIT_MAX_SECONDS * 1000
  const problem = `${place}/pluginConfig: a pod waits at most ${LIMIT_MAX_SECONDS} seconds for its volumes (bindTimeoutSeconds) and devices (bindingTimeout)`
  return isTooLong ? err([problem]) : ok(limits)
}

function argsOf({ pluginConfig }: JsonObject, plugin: string): JsonObject {
  const all = Array.isArray(pluginConfig) ? pluginConfig.filter(isObject) : []
  const args = all.find(({ name }) => name === plugin)?.['args']
  return isObject(args) ? args : {}
}
