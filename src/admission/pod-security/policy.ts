export type Level = 'privileged' | 'baseline' | 'restricted'

export interface LevelVersion {
  readonly level: Level
  /** The minor of v1, or null for the latest. */
  readonly version: number | null
}

/** What the labels of a namespace demand of its pods. */
export interface Policy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

const PREFIX = 'pod-security.kubernetes.io/'
const STRICTNESS: readonly Level[] = ['privileged', 'baseline', 'restricted']
const VERSION = /^v1\.([0-9]|[1-9][0-9]{1,17})$/

/** PolicyToEvaluate, with the defaults of a server without a configuration: nothing is demanded. */
export function policyOf(labels: ReadonlyMap<string, string>): Policy {
  const enforceLabel = labels.get(`${PREFIX}enforce`)
  const warnLabel = labels.get(`${PREFIX}warn`)
  const version = (mode: string): number | null => versionOf(labels.get(`${PREFIX}${mode}-version`))
  const level = enforceLabel === undefined ? 'privileged' : levelOf(enforceLabel)
  const enforce: LevelVersion = { level: level ?? 'restricted', version: version('enforce') }
  const auditLevel = levelOf(labels.get(`${PREFIX}audit`) ?? '') ?? 'privileged'
  const audit: LevelVersion = { level: auditLevel, version: version('audit') }
  const isEnforcing = level !== null && STRICTNESS.indexOf(level) > 0
  if (warnLabel === undefined && isEnforcing) {
    const hasVersion = labels.has(`${PREFIX}warn-version`)
    return { enforce, audit, warn: hasVersion ? { level, version: version('warn') } : enforce }
  }
  const warnLevel = levelOf(warnLabel ?? '') ?? 'privileged'
  return { enforce, audit, warn: { level: warnLevel, version: version('warn') } }
}

function levelOf(label: string): Level | null {
  return STRICTNESS.find((level) => level === label) ?? null
}

/** What is no version is the latest. */
function versionOf(label: string | undefined): number | null {
  const minor = VERSION.exec(label ?? '')?.[1]
  return minor === undefined ? null : Number(minor)
}

/** baseline:v1.25 */
export function writeLevelVersion({ level, version }: LevelVersion): string {
  return `${level}:${version === null ? 'latest' : `v1.${version}`}`
}
