/**
 * Small random clusters in which everything collides: few nodes, zones, labels, ports and sizes, and
 * pending pods of few kinds, so that what the engine keeps from pod to pod is used again.
 */
import fc from 'fast-check'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod, type PodOptions } from '../support/make-pod.ts'

/** What a request holds; snapshot kinds are lists of objects. */
export interface ClusterCase {
  readonly snapshot: { readonly [kind: string]: readonly Json[] }
  readonly pods: readonly Json[]
}

/** Which rules the pods may bring into play besides those of single nodes. */
export interface CaseOptions {
  readonly nominations?: boolean
  readonly volumes?: boolean
  /** Init containers, overhead, requests of whole pods, owners: what the naive rules do not read. */
  readonly extras?: boolean
}

export const ZONE = 'topology.kubernetes.io/zone'
export const HOSTNAME = 'kubernetes.io/hostname'
export const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
export const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'
const TOPOLOGY_KEYS = [ZONE, HOSTNAME, 'disk']
const APPS = ['a', 'b', 'c']
const NODES_MAX = 8

/** Undefined three times out of four, so that most pods use few of the rules. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

/** Undefined half of the time. */
function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(fc.constant(undefined), arbitrary)
}

function oneToTwo<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { minLength: 1, maxLength: 2 })
}

const app = fc.constantFrom(...APPS)
const labels = fc.record({ app, tier: maybe(fc.constantFrom('front', 'back')) }).map(defined)
const namespace = fc.constantFrom('default', 'default', 'other')
const weight = fc.integer({ min: 1, max: 100 })

const taint = fc.record({
  key: fc.constantFrom('gpu', 'dedicated'),
  value: fc.constantFrom('', 'x', 'y'),
  effect: fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule'),
})

const toleration = fc.record({
  key: maybe(fc.constantFrom('gpu', 'dedicated')),
  operator: fc.constantFrom('Exists', 'Equal', undefined),
  value: fc.constantFrom(undefined, 'x'),
  effect: fc.constantFrom(undefined, 'NoSchedule', 'PreferNoSchedule'),
})

const image = fc.constantFrom('small', 'large:v1', 'registry.example/large')

const node = fc.record({
  zone: maybe(fc.constantFrom('z0', 'z0', 'z1', 'z1', 'z2', '')),
  labels: fc
    .record({
      disk: maybe(fc.constantFrom('ssd', 'hdd')),
      rank: maybe(fc.constantFrom('1', '5', 'x')),
    })
    .map(defined),
  taints: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: oneToTwo(taint) },
  ),
  unschedulable: fc.oneof(
    { weight: 19, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  allocatable: fc
    .record({
      cpu: fc.constantFrom('1', '2', '4', '4'),
      memory: fc.constantFrom('1Gi', '4Gi'),
      pods: fc.constantFrom('3', '6', '20'),
      'example.com/gpu': maybe(fc.constantFrom('1', '2')),
    })
    .map(defined),
  images: fc.subarray([
    { names: ['small:latest'], sizeBytes: 5e7 },
    { names: ['large:v1', 'registry.example/large:latest'], sizeBytes: 9e8 },
  ]),
})

const requests = fc
  .record({
    cpu: maybe(fc.constantFrom('100m', '500m', '1', '1500m')),
    memory: maybe(fc.constantFrom('256Mi', '1Gi')),
    'example.com/gpu': seldom(fc.constant('1')),
  })
  .map(defined)

const port = fc.record({
  containerPort: fc.constant(80),
  hostPort: fc.constantFrom(80, 443),
  protocol: fc.constantFrom('TCP', 'UDP', undefined),
  hostIP: fc.constantFrom(undefined, '0.0.0.0', '10.0.0.1', '10.0.0.2'),
})

const labelSelector = fc.oneof(
  { weight: 4, arbitrary: app.map((value) => ({ matchLabels: { app: value } })) },
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
      { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] },
    ),
  },
)

const affinityTerm = fc
  .record({
    topologyKey: fc.constantFrom(...TOPOLOGY_KEYS),
    labelSelector,
    namespaces: seldom(fc.constant(['default', 'other'])),
    namespaceSelector: seldom(fc.constantFrom({}, { matchLabels: { team: 'x' } })),
  })
  .map(defined)

const interPodAffinity = fc
  .record({
    [REQUIRED]: seldom(oneToTwo(affinityTerm)),
    [PREFERRED]: maybe(oneToTwo(fc.record({ weight, podAffinityTerm: affinityTerm }))),
  })
  .map(defined)

const nodeExpression = fc.constantFrom(
  { key: 'disk', operator: 'In', values: ['ssd'] },
  { key: 'disk', operator: 'NotIn', values: ['ssd'] },
  { key: 'disk', operator: 'Exists' },
  { key: ZONE, operator: 'DoesNotExist' },
  { key: ZONE, operator: 'In', values: ['z0', 'z1'] },
  { key: 'rank', operator: 'Gt', values: ['3'] },
)
const byLabels = oneToTwo(nodeExpression).map((matchExpressions) => ({ matchExpressions }))
/** A term that names its nodes: PreFilter leaves out the others. */
const byName = fc
  .constantFrom('n0', 'n1', 'gone')
  .map((name) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }))
const nodeTerm = fc.oneof(
  { weight: 4, arbitrary: byLabels },
  { weight: 1, arbitrary: byName },
  { weight: 1, arbitrary: fc.tuple(byLabels, byName).map(([a, b]) => ({ ...a, ...b })) },
)
const nodeAffinity = fc
  .record({
    [REQUIRED]: seldom(oneToTwo(nodeTerm).map((nodeSelectorTerms) => ({ nodeSelectorTerms }))),
    [PREFERRED]: maybe(oneToTwo(fc.record({ weight, preference: nodeTerm }))),
  })
  .map(defined)

const spreadConstraint = fc
  .record({
    maxSkew: fc.integer({ min: 1, max: 3 }),
    topologyKey: fc.constantFrom(...TOPOLOGY_KEYS),
    whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'),
    labelSelector,
    minDomains: seldom(fc.constantFrom(2, 3)),
    matchLabelKeys: seldom(fc.constant(['tier'])),
    nodeAffinityPolicy: maybe(fc.constantFrom('Honor', 'Ignore')),
    nodeTaintsPolicy: maybe(fc.constantFrom('Honor', 'Ignore')),
  })
  .map(({ minDomains, ...rest }) =>
    defined({ ...rest, ...(rest.whenUnsatisfiable === 'DoNotSchedule' && { minDomains }) }),
  )

const claim = fc.constantFrom('shared', 'single', 'disk-0')

const resources = requests.map((list) => ({ requests: list }))
const initContainer = fc
  .record({
    name: fc.constantFrom('init-a', 'init-b'),
    image,
    resources,
    restartPolicy: fc.constantFrom('Always', undefined),
    ports: seldom(oneToTwo(port)),
  })
  .map(defined)
const extraSpec = fc
  .record({
    initContainers: maybe(oneToTwo(initContainer)),
    overhead: seldom(fc.constant({ cpu: '150m', memory: '64Mi' })),
    resources: seldom(resources),
  })
  .map(defined)
const owner = fc.constantFrom(
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'b' },
  { apiVersion: 'v1', kind: 'ReplicationController', name: 'c' },
  { apiVersion: 'batch/v1', kind: 'Job', name: 'a' },
)

/** One kind of pod: everything that scheduling reads but the name. */
function podKind({ volumes = false, extras = false }: CaseOptions): fc.Arbitrary<PodOptions> {
  return fc
    .record({
      namespace,
      labels,
      requests,
      image,
      ports: seldom(seldom(oneToTwo(port))),
      priority: fc.constantFrom(undefined, 10, 100),
      owner: extras ? seldom(owner) : fc.constant(undefined),
      extraSpec: extras ? extraSpec : fc.constant({}),
      spec: fc
        .record({
          tolerations: maybe(oneToTwo(toleration)),
          nodeSelector: seldom(fc.constantFrom({ disk: 'ssd' }, { [ZONE]: 'z0' })),
          affinity: maybe(
            fc
              .record({
                nodeAffinity: seldom(nodeAffinity),
                podAffinity: maybe(interPodAffinity),
                podAntiAffinity: maybe(interPodAffinity),
              })
              .map(defined),
          ),
          topologySpreadConstraints: maybe(oneToTwo(spreadConstraint)),
          preemptionPolicy: fc.constantFrom(undefined, undefined, 'Never'),
          volumes: volumes ? seldom(claim.map(claimVolume)) : fc.constant(undefined),
        })
        .map(defined),
    })
    .map(({ extraSpec, spec, ...kind }) => defined({ ...kind, spec: { ...spec, ...extraSpec } }))
}

function claimVolume(claimName: string): Json[] {
  return [{ name: 'data', persistentVolumeClaim: { claimName } }]
}

/** Pods by what they share: which kind, and on which node or promised to which. */
interface Instance {
  readonly kind: number
  readonly node: number
  readonly startTime: string | undefined
  readonly isTerminating: boolean
  /** Instead of its kind's. */
  readonly priority: number | undefined
}

const instance: fc.Arbitrary<Instance> = fc.record({
  kind: fc.nat(100),
  node: fc.nat(NODES_MAX - 1),
  startTime: fc.constantFrom(undefined, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
  isTerminating: fc.nat(9).map((roll) => roll === 0),
  priority: maybe(fc.constantFrom(0, 5)),
})

export function clusterCase(options: CaseOptions = {}): fc.Arbitrary<ClusterCase> {
  return fc
    .record({
      nodes: fc.array(node, { minLength: 2, maxLength: NODES_MAX }),
      kinds: fc.array(podKind(options), { minLength: 1, maxLength: 4 }),
      running: fc.array(instance, { maxLength: 20, size: 'max' }),
      pending: fc.array(instance, { minLength: 1, maxLength: 8 }),
      promised: fc.array(instance, { maxLength: options.nominations === true ? 3 : 0 }),
      isPromised: fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
      services: fc.subarray(APPS),
      budgets: fc.array(fc.record({ app, allowed: fc.nat(2) }), { maxLength: 2 }),
    })
    .map(({ nodes, kinds, running, pending, promised, isPromised, services, budgets }) => {
      const nodeNames = nodes.map((_, index) => `n${index}`)
      const nameOf = (index: number) => nodeNames[index % nodeNames.length] ?? ''
      const kindOf = (index: number) => kinds[index % kinds.length] ?? {}
      return {
        snapshot: {
          nodes: nodes.map((one, index) => makeNode(`n${index}`, defined(one))),
          pods: [
            ...running.map((one, index) =>
              makePod(`run-${index}`, {
                ...kindOf(one.kind),
                node: nameOf(one.node),
                terminating: one.isTerminating,
                ...(one.priority !== undefined && { priority: one.priority }),
                ...(one.startTime !== undefined && { startTime: one.startTime }),
              }),
            ),
            ...promised.map((one, index) =>
              makePod(`promised-${index}`, { ...kindOf(one.kind), nominated: nameOf(one.node) }),
            ),
          ],
          namespaces: [
            { metadata: { name: 'default', labels: { team: 'x' } } },
            { metadata: { name: 'other' } },
          ],
          services: services.map(serviceOf),
          ...(options.extras === true && OWNERS),
          podDisruptionBudgets: budgets.map(budgetOf),
          ...(options.volumes === true && storage(nodeNames)),
        },
        pods: pending.map((one, index) =>
          makePod(`new-${index}`, {
            ...kindOf(one.kind),
            ...(options.nominations === true &&
              isPromised[index] === 0 && { nominated: nameOf(one.node) }),
          }),
        ),
      }
    })
}

const OWNERS = {
  replicaSets: [ownerOf('a', { matchLabels: { app: 'a' } })],
  statefulSets: [ownerOf('b', { matchExpressions: [{ key: 'tier', operator: 'Exists' }] })],
  replicationControllers: [ownerOf('c', { app: 'c' })],
}

function ownerOf(name: string, selector: Json): Json {
  return { metadata: { name, namespace: 'default' }, spec: { selector } }
}

function serviceOf(name: string): Json {
  return { metadata: { name, namespace: 'default' }, spec: { selector: { app: name } } }
}

function budgetOf({ app, allowed }: { app: string; allowed: number }, index: number): Json {
  return {
    metadata: { name: `budget-${index}`, namespace: 'default' },
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed: allowed },
  }
}

/** Bound claims only, so that no placement changes them; each node attaches one volume. */
function storage(nodeNames: readonly string[]) {
  const claims = ['shared', 'single', 'disk-0']
  const bound = { 'pv.kubernetes.io/bind-completed': 'yes' }
  return {
    persistentVolumeClaims: ['default', 'other'].flatMap((namespace) =>
      claims.map((name) => ({
        metadata: { name, namespace, annotations: bound },
        spec: {
          volumeName: `pv-${namespace}-${name}`,
          accessModes: [name === 'single' ? 'ReadWriteOncePod' : 'ReadWriteMany'],
        },
        status: { phase: 'Bound' },
      })),
    ),
    persistentVolumes: ['default', 'other'].flatMap((namespace) =>
      claims.map((name) => ({
        metadata: { name: `pv-${namespace}-${name}` },
        spec: {
          csi: { driver: 'csi.example', volumeHandle: `${namespace}-${name}` },
          accessModes: ['ReadWriteMany'],
          capacity: { storage: '1Gi' },
        },
        status: { phase: 'Bound' },
      })),
    ),
    csiNodes: nodeNames.map((name) => ({
      metadata: { name },
      spec: { drivers: [{ name: 'csi.example', nodeID: name, allocatable: { count: 1 } }] },
    })),
    csiDrivers: [],
    storageClasses: [],
    csiStorageCapacities: [],
    volumeAttachments: [],
  }
}

/** Fields without a value are left out, as in JSON. */
function defined<T extends object>(value: T): { [key in keyof T]: Exclude<T[key], undefined> } {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries) as { [key in keyof T]: Exclude<T[key], undefined> } // nothing else was dropped
}
