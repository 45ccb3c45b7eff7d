import { err, ok, type Result } from '../../result.ts'
import { duplicateValue } from '../../snapshot/json/field-error.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath } from '../../snapshot/json/json-path.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { Extender } from '../framework/extender.ts'
import type { Profile, ProfileSet } from '../framework/profile.ts'
import { makeProfile } from '../profiles/make-profile.ts'
import type { Release } from '../profiles/releases/release.ts'
import { API_VERSION, GROUP, KIND } from './api-version.ts'
import { listNotEvaluated } from './not-evaluated.ts'
import { validateQueueSort } from './queue-sort.ts'
import { readExtenders } from './read-extenders.ts'
import { checkProcessSettings } from './read-process-settings.ts'
import { type ConfiguredProfile, readPercentage, readProfile } from './read-profile.ts'
import { StrictFields } from './strict-fields.ts'

/** The profiles that a configuration describes, and what of it is not modelled. */
export interface Configuration {
  readonly profiles: ProfileSet
  readonly notEvaluated: readonly NotEvaluated[]
}

/** Fields that newer releases have; they are tolerated, and said to be ignored. */
const NEWER_FIELDS = ['percentageOfPlacementsToScore']
const ADAPTIVE = 0

/**
 * Reads a KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1) as that release's kube-scheduler
 * does: strict decoding, defaults, validation, and what it refuses when it starts. Issues have the
 * code `invalid-config`, upstream's messages and the place under `place`.
 */
export function readConfiguration(
  value: unknown,
  release: Release,
  path: JsonPath,
): Result<Configuration, readonly Issue[]> {
  const undecodable = new Issues()
  const invalid = new Issues()
  const wrongType = typeProblem(value)
  if (wrongType !== null || !isObject(value)) {
    undecodable.add(path, 'invalid-config', wrongType ?? 'expected an object')
    return err(undecodable.list)
  }
  const fields = new StrictFields(value, path, { rules: release.config, undecodable, invalid })
  for (const key of ['apiVersion', 'kind']) fields.string(key)
  checkProcessSettings(fields)
  const given = fields.objects('profiles')
  const profileFields = given.length > 0 ? given : [emptyProfile(fields)]
  const configured = profileFields.map((one) =>
    readProfile(one, release, profileFields.length === 1),
  )
  refuseDuplicates(fields, configured)
  validateQueueSort(fields, configured)
  const percentage = readPercentage(fields) ?? ADAPTIVE
  const extenders = readExtenders(fields)
  const newer = NEWER_FIELDS.filter((key) => fields.has(key)).map((key) => path.at(key))
  fields.end()
  for (const { faults } of configured) {
    for (const fault of faults) invalid.add(fault.path, 'invalid-config', fault.message)
  }
  const issues = undecodable.any ? undecodable.list : invalid.list
  if (issues.length > 0) return err(issues)
  const profiles = configured.map((one) => toProfile(one, release, percentage, extenders))
  return ok({
    profiles: new Map(profiles.map((profile) => [profile.schedulerName, profile])),
    notEvaluated: listNotEvaluated({ release, profiles: configured, newer }),
  })
}

/** What upstream says of a document that is no KubeSchedulerConfiguration v1, or null. */
function typeProblem(value: unknown): string | null {
  if (!isObject(value)) return 'expected an object'
  const { kind, apiVersion } = { kind: value['kind'], apiVersion: value['apiVersion'] }
  if (typeof kind !== 'string' || kind === '') return "Object 'Kind' is missing"
  if (typeof apiVersion !== 'string' || apiVersion === '') return "Object 'apiVersion' is missing"
  if (apiVersion === API_VERSION && kind === KIND) return null
  if (apiVersion === API_VERSION && kind.endsWith('Args')) {
    return `couldn't decode as ${KIND}, got ${GROUP}/v1, Kind=${kind}`
  }
  return `no kind "${kind}" is registered for version "${apiVersion}"`
}

function emptyProfile({ path, context }: StrictFields): StrictFields {
  return new StrictFields({}, path.at('profiles').at(0), context)
}

function refuseDuplicates(fields: StrictFields, profiles: readonly ConfiguredProfile[]): void {
  const seen = new Set<string>()
  for (const { schedulerName, path } of profiles) {
    // Upstream prints the other profile's path, whose type shows nothing of itself.
    if (seen.has(schedulerName)) fields.addIssue(path.at('schedulerName'), duplicateValue({}))
    seen.add(schedulerName)
  }
}

function toProfile(
  { schedulerName, lists, configured, percentageOfNodesToScore }: ConfiguredProfile,
  release: Release,
  percentage: number,
  extenders: readonly Extender[],
): Profile {
  return makeProfile({
    schedulerName,
    release,
    lists,
    configured,
    setting: { ignoredResources: extenders.flatMap(({ ignoredResources }) => ignoredResources) },
    extenders,
    percentageOfNodesToScore: percentageOfNodesToScore ?? percentage,
  })
}
