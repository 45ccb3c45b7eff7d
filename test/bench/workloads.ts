/**
 * Clusters and pods to measure with, after scheduler_perf's workloads of the same names; `unlike`,
 * `requests`, `mixed` and `preemption` are our own. Everything follows from a pod's or node's number, so that the
 * same name and size are always the same bytes.
 */
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod, type PodOptions } from '../support/make-pod.ts'
import { claiming, DEVICE_CLASSES, makeClaim, makeSlice } from './device-workload.ts'
import { DISRUPTION_BUDGETS, preemptor, RUNNING_A_NODE, runningPod } from './preemption-workload.ts'

/** How big a run is; pods are numbers of them. */
export interface WorkloadSize {
  readonly nodes: number
  readonly running: number
  readonly pending: number
}

export interface Workload {
  readonly name: string
  readonly pending: PodOptions
  /** What runs already; absent: pods like the pending ones. */
  readonly running?: PodOptions
  readonly services?: readonly Json[]
  /** What sets a pending pod apart from the others; its number is given. */
  readonly vary?: (pod: PodOptions, index: number) => PodOptions
  /** How many pods each node runs; absent: as the size says. */
  readonly runningANode?: number
  /** What runs, by its number and that of the nodes, beside its name and node. */
  readonly varyRunning?: (index: number, nodes: number) => PodOptions
  readonly disruptionBudgets?: readonly Json[]
  /** Every node has devices, and every pod a claim for some, which are of so many kinds. */
  readonly kindsOfClaims?: number
  /** More pods than this a node would not fit, and the rest would measure something else. */
  readonly podsPerNodeMax?: number
}

/** A request of POST /v1/decisions. */
export interface WorkloadRequest {
  readonly snapshot: Json
  readonly pods: readonly Json[]
}

const ZONES = 3
const TEMPLATES = 200
const HOSTNAME = 'kubernetes.io/hostname'
const ZONE = 'topology.kubernetes.io/zone'
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'
const SMALL: PodOptions = {
  image: 'registry.k8s.io/pause:3.10',
  requests: { cpu: '100m', memory: '500Mi' },
}

export const WORKLOADS: readonly Workload[] = [
  { name: 'basic', pending: small({ app: 'basic' }) },
  // As the pods of StatefulSets differ.
  {
    name: 'unlike',
    pending: small({ app: 'basic' }),
    vary: (pod, index) => ({ ...pod, labels: { index: `${index}` } }),
  },
  { name: 'requests', pending: small({ app: 'basic' }), vary: withOwnRequests },
  { name: 'mixed', pending: small({ app: 'basic' }), vary: ofManyTemplates },
  {
    name: 'nodeaffinity',
    pending: small({ app: 'na' }, { affinity: { nodeAffinity: inZones('zone-1', 'zone-2') } }),
  },
  {
    name: 'podaffinity',
    pending: small({ color: 'blue' }, { affinity: { podAffinity: require(ZONE, 'blue') } }),
  },
  {
    name: 'antiaffinity',
    pending: small(
      { color: 'green' },
      { affinity: { podAntiAffinity: require(HOSTNAME, 'green') } },
    ),
    running: small({ app: 'basic' }),
    podsPerNodeMax: 1,
  },
  {
    name: 'preferredaffinity',
    pending: small({ color: 'red' }, { affinity: { podAffinity: prefer(HOSTNAME, 'red') } }),
  },
  {
    name: 'preferredantiaffinity',
    pending: small(
      { color: 'yellow' },
      { affinity: { podAntiAffinity: prefer(HOSTNAME, 'yellow') } },
    ),
  },
  { name: 'spread', pending: spread('DoNotSchedule') },
  { name: 'softspread', pending: spread('ScheduleAnyway') },
  {
    name: 'defaultspread',
    pending: small({ app: 'svc' }),
    services: [
      { metadata: { name: 'svc', namespace: 'default' }, spec: { selector: { app: 'svc' } } },
    ],
  },
  { name: 'devices', pending: small({ app: 'gpu' }), kindsOfClaims: 100 },
  {
    name: 'unlikedevices',
    pending: small({ app: 'gpu' }),
    kindsOfClaims: Number.POSITIVE_INFINITY,
  },
  {
    name: 'preemption',
    pending: SMALL,
    vary: preemptor,
    runningANode: RUNNING_A_NODE,
    varyRunning: runningPod,
    disruptionBudgets: DISRUPTION_BUDGETS,
  },
]

/** The request of one workload at one size. */
export function makeRequest(workload: Workload, size: WorkloadSize): WorkloadRequest {
  const { pending, running = pending, services = [], kindsOfClaims } = workload
  const { varyRunning = () => running, disruptionBudgets = [] } = workload
  const count = pendingCount(workload, size)
  return {
    snapshot: {
      nodes: numbered(size.nodes, (index) =>
        makeNode(`node-${index}`, {
          zone: `zone-${index % ZONES}`,
          labels: { 'topology.kubernetes.io/region': 'r1', 'kubernetes.io/os': 'linux' },
        }),
      ),
      pods: numbered(runningCount(workload, size), (index) =>
        makePod(`run-${index}`, {
          startTime: '2026-01-01T00:00:00Z',
          ...varyRunning(index, size.nodes),
          node: `node-${index % size.nodes}`,
        }),
      ),
      namespaces: [{ metadata: { name: 'default' } }],
      services,
      ...(disruptionBudgets.length > 0 && { podDisruptionBudgets: disruptionBudgets }),
      ...(kindsOfClaims !== undefined && {
        deviceClasses: DEVICE_CLASSES,
        resourceSlices: numbered(size.nodes, makeSlice),
        resourceClaims: numbered(count, (index) => makeClaim(index, kindsOfClaims)),
        deviceTaintRules: [],
      }),
    },
    pods: numbered(count, (index) => makePod(`new-${index}`, pendingPod(workload, index))),
  }
}

function pendingPod({ pending, vary, kindsOfClaims }: Workload, index: number): PodOptions {
  if (kindsOfClaims !== undefined) return { ...pending, ...claiming(index) }
  return vary === undefined ? pending : vary(pending, index)
}

/** No two of some thousand pods ask for the same. */
function withOwnRequests(pod: PodOptions, index: number): PodOptions {
  const requests = { cpu: `${50 + (index % 97)}m`, memory: `${100 + (index % 1009)}Mi` }
  return { ...pod, requests }
}

/** Templates in turn, of which most have rules about other pods of their own template. */
function ofManyTemplates(pod: PodOptions, index: number): PodOptions {
  const number = index % TEMPLATES
  const color = `color-${number}`
  const rules = [
    {},
    spreading('DoNotSchedule', color),
    spreading('ScheduleAnyway', color),
    { affinity: { podAffinity: prefer(ZONE, color) } },
    { affinity: { podAntiAffinity: require(HOSTNAME, color) } },
    { affinity: { nodeAffinity: inZones('zone-1', 'zone-2') } },
  ]
  const spec = rules[number % rules.length] ?? {}
  return { ...withOwnRequests(pod, number), labels: { color }, spec }
}

function pendingCount({ podsPerNodeMax = Number.POSITIVE_INFINITY }: Workload, size: WorkloadSize) {
  return Math.min(size.pending, size.nodes * podsPerNodeMax)
}

function runningCount({ runningANode }: Workload, size: WorkloadSize): number {
  return runningANode === undefined ? size.running : runningANode * size.nodes
}

function numbered<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index))
}

function small(labels: Record<string, string>, spec: Json = {}): PodOptions {
  return { ...SMALL, labels, spec }
}

function spread(whenUnsatisfiable: string): PodOptions {
  return small({ color: 'blue' }, spreading(whenUnsatisfiable, 'blue'))
}

function spreading(whenUnsatisfiable: string, color: string): Json {
  const labelSelector = { matchLabels: { color } }
  const constraint = { maxSkew: 5, topologyKey: ZONE, whenUnsatisfiable, labelSelector }
  return { topologySpreadConstraints: [constraint] }
}

function inZones(...values: string[]): Json {
  const matchExpressions = [{ key: ZONE, operator: 'In', values }]
  return { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions }] } }
}

function require(topologyKey: string, color: string): Json {
  return { [REQUIRED]: [term(topologyKey, color)] }
}

function prefer(topologyKey: string, color: string): Json {
  return { [PREFERRED]: [{ weight: 1, podAffinityTerm: term(topologyKey, color) }] }
}

function term(topologyKey: string, color: string): Json {
  return { labelSelector: { matchLabels: { color } }, topologyKey }
}
