import type { Fields } from '../../snapshot/json/fields.ts'
import { readTaintsWithTime, type TaintWithTime } from './taint-with-time.ts'

/** One of a Node's conditions. */
export interface NodeCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  /** After the start; of the kubelet that posted it. */
  readonly heartbeatMs: number | null
}

/** What is known of the kubelet's signs of life. */
export interface Kubelet {
  /** It goes on renewing its Lease. */
  isAlive: boolean
  /** When its Lease was last renewed, if it stopped; null without a Lease. */
  lastRenewalMs: number | null
  hasLease: boolean
}

/** A Node as the controllers see and change it. Lists are replaced, never changed. */
export interface ControlledNode {
  readonly name: string
  readonly uid: string
  /** region, `:\0:` and zone, or empty (component-helpers GetZoneKey). */
  readonly zone: string
  /** Labelled node.kubernetes.io/exclude-disruption. */
  readonly isExcluded: boolean
  /** After the start (negative: before); null when the object does not say. */
  readonly createdAtMs: number | null
  taints: readonly TaintWithTime[]
  conditions: readonly NodeCondition[]
  isUnschedulable: boolean
  kubelet: Kubelet
}

/** Written as the controller's log and the recordings do, the null character visible. */
const ZONE_SEPARATOR = ':\\0:'

/** A node's kubelet is taken to live unless its own last word was Unknown; a Lease tells it better. */
export function readControlledNode(node: Fields, startMs: number): ControlledNode {
  const metadata = node.objectOrEmpty('metadata')
  const spec = node.objectOrEmpty('spec')
  const labels = metadata.stringMap('labels')
  const createdAtMs = metadata.timeMs('creationTimestamp')
  const conditions = node
    .objectOrEmpty('status')
    .objects('conditions')
    .map((condition) => readCondition(condition, startMs))
  const ready = conditionOf(conditions, 'Ready')
  return {
    name: metadata.string('name') ?? '',
    uid: metadata.string('uid') ?? '',
    zone: zoneOf(labels),
    isExcluded: labels.has('node.kubernetes.io/exclude-disruption'),
    // The API server keeps whole seconds.
    createdAtMs: createdAtMs === undefined ? null : floorToSecond(createdAtMs) - startMs,
    taints: readTaintsWithTime(spec),
    conditions,
    isUnschedulable: spec.boolean('unschedulable'),
    kubelet: {
      isAlive: ready !== null && ready.status !== 'Unknown',
      lastRenewalMs: null,
      hasLease: ready !== null,
    },
  }
}

function readCondition(condition: Fields, startMs: number): NodeCondition {
  const heartbeat = condition.timeMs('lastHeartbeatTime')
  return {
    type: condition.string('type') ?? '',
    status: condition.string('status') ?? '',
    reason: condition.string('reason') ?? '',
    message: condition.string('message') ?? '',
    heartbeatMs: heartbeat === undefined ? null : heartbeat - startMs,
  }
}

export function conditionOf(
  conditions: readonly NodeCondition[],
  type: string,
): NodeCondition | null {
  return conditions.find((one) => one.type === type) ?? null
}

/** The beta labels count before the stable ones. */
function zoneOf(labels: ReadonlyMap<string, string>): string {
  const value = (name: string) =>
    labels.get(`failure-domain.beta.kubernetes.io/${name}`) ??
    labels.get(`topology.kubernetes.io/${name}`) ??
    ''
  const [region, zone] = [value('region'), value('zone')]
  return region === '' && zone === '' ? '' : `${region}${ZONE_SEPARATOR}${zone}`
}

function floorToSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}
