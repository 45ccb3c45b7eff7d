import type { Result } from '../../../src/result.ts'
import {
  type Configuration,
  readConfiguration,
} from '../../../src/scheduler/config/read-configuration.ts'
import { RELEASES } from '../../../src/scheduler/profiles/releases/releases.ts'
import type { Issue } from '../../../src/snapshot/json/json-path.ts'
import { ROOT } from '../../../src/snapshot/json/json-path.ts'

/** The names that `GET /v1/profiles` gives the modern releases. */
export type ReleaseName = `kubernetes-1.${32 | 33 | 34 | 35 | 36 | 37}`

const TYPE = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' }

export function configuration(fields: object = {}): object {
  return { ...TYPE, ...fields }
}

/** One profile, named default-scheduler, with these fields. */
export function withProfile(fields: object): object {
  return configuration({ profiles: [fields] })
}

export function withPlugins(plugins: object): object {
  return withProfile({ plugins })
}

export function withArgs(name: string, args: unknown): object {
  return withProfile({ pluginConfig: [{ name, args }] })
}

export function read(
  value: unknown,
  name: ReleaseName = 'kubernetes-1.37',
): Result<Configuration, readonly Issue[]> {
  const release = RELEASES.find((one) => one.name === name)
  if (release === undefined) throw new Error(`no release ${name}`)
  return readConfiguration(value, release, ROOT.at('config'))
}

/** What is wrong, a line each: pointer below /config, and message. */
export function faults(value: unknown, name?: ReleaseName): string[] {
  const result = read(value, name)
  if (result.ok) return []
  return result.error.map(({ pointer, message }) => `${pointer.replace('/config', '')} ${message}`)
}
