import { duplicateValue } from '../../snapshot/json/field-error.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { Issues, type JsonPath } from '../../snapshot/json/json-path.ts'
import { DEFAULT_ARGS, type PluginArgs } from '../profiles/plugin-args.ts'
import type { Release } from '../profiles/releases/release.ts'
import { API_VERSION, GROUP } from './api-version.ts'
import { readBalancedAllocationArgs } from './args/balanced-allocation.ts'
import { readDefaultPreemptionArgs } from './args/default-preemption.ts'
import { checkDynamicResourcesArgs } from './args/dynamic-resources.ts'
import { readInterPodAffinityArgs } from './args/inter-pod-affinity.ts'
import { readNodeAffinityArgs } from './args/node-affinity.ts'
import { readNodeResourcesFitArgs } from './args/node-resources-fit.ts'
import { readPodTopologySpreadArgs } from './args/pod-topology-spread.ts'
import { readVolumeBindingArgs } from './args/volume-binding.ts'
import { refuseRemovedPlugin } from './removed-plugins.ts'
import { type ConfigContext, StrictFields } from './strict-fields.ts'

/** One entry of `pluginConfig`, its arguments as written. */
export interface PluginConfigEntry {
  readonly name: string
  readonly path: JsonPath
  readonly args: unknown
}

export interface PluginConfig {
  readonly entries: readonly PluginConfigEntry[]
  readonly args: PluginArgs
}

/** By plugin: what its arguments change. Plugins without arguments, and unknown ones, take any. */
const READERS: ReadonlyMap<string, (fields: StrictFields) => Partial<PluginArgs>> = new Map([
  ['DefaultPreemption', (fields) => ({ defaultPreemption: readDefaultPreemptionArgs(fields) })],
  ['InterPodAffinity', (fields) => ({ interPodAffinity: readInterPodAffinityArgs(fields) })],
  ['NodeAffinity', (fields) => ({ nodeAffinity: { added: readNodeAffinityArgs(fields) } })],
  ['NodeResourcesFit', (fields) => ({ fit: readNodeResourcesFitArgs(fields) })],
  ['PodTopologySpread', (fields) => ({ podTopologySpread: readPodTopologySpreadArgs(fields) })],
  ['VolumeBinding', (fields) => ({ volumeBinding: readVolumeBindingArgs(fields) })],
  [
    'NodeResourcesBalancedAllocation',
    (fields) => ({ balancedAllocation: readBalancedAllocationArgs(fields) }),
  ],
  [
    'DynamicResources',
    (fields) => {
      checkDynamicResourcesArgs(fields)
      return {}
    },
  ],
] satisfies [string, (fields: StrictFields) => Partial<PluginArgs>][])

/** Reads `pluginConfig` of a profile; `needed` are the plugins that it runs anywhere. */
export function readPluginConfig(profile: StrictFields, needed: ReadonlySet<string>): PluginConfig {
  let args = DEFAULT_ARGS
  const seen = new Set<string>()
  const entries = profile.objects('pluginConfig').map((fields) => {
    const name = fields.string('name') ?? ''
    if (seen.has(name)) profile.addIssue(fields.path, duplicateValue(name))
    seen.add(name)
    refuseRemovedPlugin(profile, fields.path, name)
    // Upstream checks these arguments only where the plugin is made.
    const isChecked = name !== 'NodeResourcesFit' || needed.has(name)
    const context = isChecked ? fields.context : { ...fields.context, invalid: new Issues() }
    args = { ...args, ...readArgs(fields, name, context) }
    const entry = { name, path: fields.path, args: fields.raw('args') }
    fields.end()
    return entry
  })
  return { entries, args }
}

function readArgs(entry: StrictFields, name: string, context: ConfigContext): Partial<PluginArgs> {
  const { release } = context
  const reader = hasArgs(name, release) ? READERS.get(name) : undefined
  const value = entry.raw('args') ?? {}
  if (reader === undefined) return {}
  const path = entry.path.at('args')
  if (!isObject(value)) {
    context.undecodable.add(path, 'invalid-config', `args for plugin ${name} are not an object`)
    return {}
  }
  const fields = new StrictFields(value, path, context)
  const { apiVersion = API_VERSION, kind = `${name}Args` } = {
    apiVersion: fields.string('apiVersion') || undefined,
    kind: fields.string('kind') || undefined,
  }
  const problem = typeProblem(name, release, { apiVersion, kind })
  if (problem !== null) {
    context.undecodable.add(path, 'invalid-config', problem)
    return {}
  }
  const read = reader(fields)
  fields.end()
  return read
}

function hasArgs(plugin: string, { config }: Release): boolean {
  return READERS.has(plugin) && !config.withoutArgs.includes(plugin)
}

interface ArgsType {
  readonly apiVersion: string
  readonly kind: string
}

function typeProblem(
  name: string,
  release: Release,
  { apiVersion, kind }: ArgsType,
): string | null {
  const isRegistered = apiVersion === API_VERSION && hasArgs(kind.replace(/Args$/, ''), release)
  if (!isRegistered) return `no kind "${kind}" is registered for version "${apiVersion}"`
  if (kind === `${name}Args`) return null
  return `args for plugin ${name} were not of type ${name}Args.${GROUP}, got ${kind}.${GROUP}`
}
