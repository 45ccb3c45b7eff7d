import { err, ok, type Result } from '../../result.ts'
import { parseDuration } from '../../scheduler/go/duration.ts'

/** The flags of kube-controller-manager that the node lifecycle controller reads. */
export interface ControllerFlags {
  readonly nodeMonitorPeriodMs: number
  readonly nodeMonitorGracePeriodMs: number
  readonly nodeStartupGracePeriodMs: number
  /** Nodes a second. */
  readonly nodeEvictionRate: number
  readonly secondaryNodeEvictionRate: number
  readonly largeClusterSizeThreshold: number
  readonly unhealthyZoneThreshold: number
}

/** As kube-controller-manager 1.37 has them when nobody sets them. */
export const DEFAULT_FLAGS = {
  'node-monitor-period': '5s',
  'node-monitor-grace-period': '50s',
  'node-startup-grace-period': '1m0s',
  'node-eviction-rate': '0.1',
  'secondary-node-eviction-rate': '0.01',
  'large-cluster-size-threshold': '50',
  'unhealthy-zone-threshold': '0.55',
} as const

export type FlagName = keyof typeof DEFAULT_FLAGS
export type GivenFlags = { readonly [name in FlagName]?: string | number | undefined }

export interface FlagIssue {
  readonly flag: string
  readonly message: string
}

export interface ReadFlags {
  readonly flags: ControllerFlags
  readonly effective: Readonly<Record<string, string>>
}

/** Below this a simulated monitor would do nothing else; upstream's own workers need as long. */
const PERIOD_MIN_MS = 100
const INT32_MAX = 2_147_483_647

/** Reads flags as the command line has them: durations as Go writes them, numbers as text or number. */
export function readFlags(given: GivenFlags): Result<ReadFlags, readonly FlagIssue[]> {
  const issues: FlagIssue[] = []
  const effective: Record<string, string> = {}
  for (const [name, value] of Object.entries(DEFAULT_FLAGS)) {
    const own = given[name as FlagName] // the keys of a literal object
    effective[name] = own === undefined ? value : String(own)
  }
  const duration = (name: FlagName, minMs: number) => {
    const parsed = parseDuration(effective[name])
    const ms = parsed.ok ? parsed.ns / 1e6 : Number.NaN
    if (ms >= minMs) return ms
    const message = parsed.ok ? `expected at least ${minMs} ms` : parsed.message
    issues.push({ flag: name, message })
    return minMs
  }
  const float32 = (name: FlagName) => {
    const value = Math.fround(Number(effective[name].trim() || Number.NaN))
    if (Number.isFinite(value)) return value
    issues.push({ flag: name, message: 'expected a number' })
    return 0
  }
  const flags = {
    nodeMonitorPeriodMs: duration('node-monitor-period', PERIOD_MIN_MS),
    nodeMonitorGracePeriodMs: duration('node-monitor-grace-period', 0),
    nodeStartupGracePeriodMs: duration('node-startup-grace-period', 0),
    nodeEvictionRate: float32('node-eviction-rate'),
    secondaryNodeEvictionRate: float32('secondary-node-eviction-rate'),
    largeClusterSizeThreshold: float32('large-cluster-size-threshold'),
    unhealthyZoneThreshold: float32('unhealthy-zone-threshold'),
  }
  const size = Number(effective['large-cluster-size-threshold'])
  if (!Number.isInteger(size) || Math.abs(size) > INT32_MAX) {
    issues.push({ flag: 'large-cluster-size-threshold', message: 'expected an int32' })
  }
  if (issues.length > 0) return err(issues)
  return ok({ flags: { ...flags, largeClusterSizeThreshold: size }, effective })
}
