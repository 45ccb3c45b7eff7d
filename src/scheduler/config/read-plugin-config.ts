import { duplicateValue } from '../../snapshot/json/field-error.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { Issues, type JsonPath } from '../../snapshot/json/json-path.ts'
import type { MakePlugin, PluginImplementation } from '../framework/plugin-registration.ts'
import { pluginOf, type Release } from '../profiles/releases/release.ts'
import { API_VERSION, GROUP } from './api-version.ts'
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
  /** The plugins that have arguments, with theirs. */
  readonly configured: ReadonlyMap<string, MakePlugin>
}

/** Reads `pluginConfig` of a profile; `needed` are the plugins that it runs anywhere. */
export function readPluginConfig(
  profile: StrictFields,
  release: Release,
  needed: ReadonlySet<string>,
): PluginConfig {
  const configured = new Map<string, MakePlugin>()
  const seen = new Set<string>()
  const entries = profile.objects('pluginConfig').map((fields) => {
    const name = fields.string('name') ?? ''
    if (seen.has(name)) profile.addIssue(fields.path, duplicateValue(name))
    seen.add(name)
    refuseRemovedPlugin(profile, fields.path, name)
    const implementation = pluginOf(release, name)?.implementation ?? null
    const isSkipped = implementation?.isReadWhereRun === true && !needed.has(name)
    const context = isSkipped ? { ...fields.context, invalid: new Issues() } : fields.context
    const make = readArgs(fields, { name, implementation, release }, context)
    if (make !== null) configured.set(name, make)
    const entry = { name, path: fields.path, args: fields.raw('args') }
    fields.end()
    return entry
  })
  return { entries, configured }
}

interface ArgsOwner {
  readonly name: string
  readonly implementation: PluginImplementation | null
  readonly release: Release
}

/** Plugins without arguments, and unknown ones, take any: null. */
function readArgs(
  entry: StrictFields,
  { name, implementation, release }: ArgsOwner,
  context: ConfigContext,
): MakePlugin | null {
  const value = entry.raw('args') ?? {}
  if (implementation === null || implementation.read === null) return null
  const path = entry.path.at('args')
  if (!isObject(value)) {
    context.undecodable.add(path, 'invalid-config', `args for plugin ${name} are not an object`)
    return null
  }
  const fields = new StrictFields(value, path, context)
  const { apiVersion = API_VERSION, kind = `${name}Args` } = {
    apiVersion: fields.string('apiVersion') || undefined,
    kind: fields.string('kind') || undefined,
  }
  const problem = typeProblem(name, release, { apiVersion, kind })
  if (problem !== null) {
    context.undecodable.add(path, 'invalid-config', problem)
    return null
  }
  const make = implementation.read(fields)
  fields.end()
  return make
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
  const owner = pluginOf(release, kind.replace(/Args$/, ''))?.implementation ?? null
  const hasArgs = owner !== null && owner.read !== null
  const isRegistered = apiVersion === API_VERSION && hasArgs
  if (!isRegistered) return `no kind "${kind}" is registered for version "${apiVersion}"`
  if (kind === `${name}Args`) return null
  return `args for plugin ${name} were not of type ${name}Args.${GROUP}, got ${kind}.${GROUP}`
}
