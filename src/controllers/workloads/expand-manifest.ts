import { DEFAULT_NAMESPACE } from '../../snapshot/api-defaults.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import { objectAt } from '../../snapshot/json/raw-object.ts'
import { daemonPod } from './daemon-set.ts'
import { drawnSuffix, type Origin, podFromTemplate, templateHash } from './pod-template.ts'
import { statefulPod } from './stateful-set.ts'

/** What controllers would make of one object of a manifest. */
export interface Expansion {
  /** In the order in which they are created. */
  readonly pods: readonly JsonObject[]
  /** PersistentVolumeClaims that are made along with them. */
  readonly claims: readonly JsonObject[]
  /** One pod for each node that it may run on, once the nodes are known; see daemon-set.ts. */
  readonly daemon: JsonObject | null
}

export interface ExpansionLimits {
  /** Pods of one request. */
  readonly podsMax: number
}

const NOTHING: Expansion = { pods: [], claims: [], daemon: null }

interface Workload {
  readonly object: JsonObject
  readonly spec: JsonObject
  readonly name: string
  readonly namespace: string
  readonly apiVersion: string
  readonly kind: string
  readonly path: JsonPath
}

/**
 * The pods that an object of a manifest stands for, as its controller would create them when there are
 * none yet; null for an object that makes no pods. Counts that are none are issues with their place.
 */
export function expandManifest(
  object: JsonObject,
  path: JsonPath,
  issues: Issues,
  limits: ExpansionLimits,
): Expansion | null {
  const kind = object['kind']
  const expand = typeof kind === 'string' ? EXPANSIONS.get(kind) : undefined
  if (expand === undefined) return null
  const metadata = objectAt(object, 'metadata')
  const workload: Workload = {
    object,
    spec: objectAt(object, 'spec'),
    name: typeof metadata['name'] === 'string' ? metadata['name'] : '',
    namespace:
      typeof metadata['namespace'] === 'string' ? metadata['namespace'] : DEFAULT_NAMESPACE,
    apiVersion: typeof object['apiVersion'] === 'string' ? object['apiVersion'] : '',
    kind: String(kind),
    path,
  }
  return expand(workload, new Counts(issues, limits.podsMax))
}

type Expand = (workload: Workload, counts: Counts) => Expansion

const EXPANSIONS: ReadonlyMap<string, Expand> = new Map<string, Expand>([
  ['Pod', expandPod],
  ['PodTemplate', expandPodTemplate],
  ['Deployment', expandDeployment],
  ['ReplicaSet', expandReplicas],
  ['ReplicationController', expandReplicas],
  ['StatefulSet', expandStatefulSet],
  ['DaemonSet', expandDaemonSet],
  ['Job', expandJob],
  ['CronJob', expandCronJob],
])

function expandPod({ object }: Workload): Expansion {
  const metadata = objectAt(object, 'metadata')
  const { name, generateName } = metadata
  if (typeof name === 'string' && name !== '') return pods([object])
  if (typeof generateName !== 'string' || generateName === '') return pods([object])
  return pods([{ ...object, metadata: { ...metadata, name: `${generateName}${drawnSuffix(0)}` } }])
}

function expandPodTemplate({ object, name, namespace, path }: Workload, counts: Counts): Expansion {
  if (!counts.has(object, 'template', path)) return NOTHING
  const template = objectAt(object, 'template')
  return pods([podFromTemplate(template, { namespace, owner: null }, `${name}-${drawnSuffix(0)}`)])
}

/** Through the ReplicaSet of its newest revision, all replicas at once. */
function expandDeployment(workload: Workload, counts: Counts): Expansion {
  const { spec, name, namespace, path } = workload
  if (!counts.has(spec, 'template', path.at('spec'))) return NOTHING
  const template = objectAt(spec, 'template')
  const hash = templateHash(template)
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${name}-${hash}` }
  const labels = { 'pod-template-hash': hash }
  return pods(
    counts.times(spec, 'replicas', path.at('spec'), (index) =>
      podFromTemplate(
        template,
        { namespace, owner },
        `${owner.name}-${drawnSuffix(index)}`,
        labels,
      ),
    ),
  )
}

function expandReplicas(workload: Workload, counts: Counts): Expansion {
  const { spec, name, path } = workload
  if (!counts.has(spec, 'template', path.at('spec'))) return NOTHING
  return pods(
    counts.times(spec, 'replicas', path.at('spec'), (index) =>
      podFromTemplate(
        objectAt(spec, 'template'),
        originOf(workload),
        `${name}-${drawnSuffix(index)}`,
      ),
    ),
  )
}

function expandStatefulSet(workload: Workload, counts: Counts): Expansion {
  const { object, spec, path } = workload
  if (!counts.has(spec, 'template', path.at('spec'))) return NOTHING
  const start = counts.read(objectAt(spec, 'ordinals'), 'start', path.at('spec').at('ordinals'), 0)
  const made = counts.times(spec, 'replicas', path.at('spec'), (index) =>
    statefulPod(object, originOf(workload), start + index),
  )
  return {
    pods: made.map(({ pod }) => pod),
    claims: made.flatMap(({ claims }) => claims),
    daemon: null,
  }
}

function expandDaemonSet(workload: Workload, counts: Counts): Expansion {
  const { object, spec, name, path } = workload
  if (!counts.has(spec, 'template', path.at('spec'))) return NOTHING
  return { ...NOTHING, daemon: daemonPod(object, originOf(workload), name) }
}

function expandJob(workload: Workload, counts: Counts): Expansion {
  const { spec, path } = workload
  if (!counts.has(spec, 'template', path.at('spec')) || spec['suspend'] === true) return NOTHING
  return pods(jobPods(workload, counts))
}

/** The pods that run at the same time at first; others follow as these finish. */
function jobPods(workload: Workload, counts: Counts): JsonObject[] {
  const { spec, name, path } = workload
  const at = path.at('spec')
  const parallelism = counts.read(spec, 'parallelism', at, 1)
  const completions = counts.read(spec, 'completions', at, parallelism)
  const isIndexed = spec['completionMode'] === 'Indexed'
  const template = objectAt(spec, 'template')
  return counts.repeat(Math.min(parallelism, completions), at.at('parallelism'), (index) => {
    const suffix = isIndexed ? `${index}-${drawnSuffix(index)}` : drawnSuffix(index)
    return podFromTemplate(template, originOf(workload), `${name}-${suffix}`, {
      'job-name': name,
      'batch.kubernetes.io/job-name': name,
      ...(isIndexed && { 'batch.kubernetes.io/job-completion-index': String(index) }),
    })
  })
}

/** One run of it. */
function expandCronJob(workload: Workload, counts: Counts): Expansion {
  const { spec, name, path } = workload
  const jobTemplate = objectAt(spec, 'jobTemplate')
  const at = path.at('spec').at('jobTemplate')
  const job: Workload = {
    ...workload,
    apiVersion: 'batch/v1',
    kind: 'Job',
    name: `${name}-1`,
    spec: objectAt(jobTemplate, 'spec'),
    path: at,
  }
  return counts.has(job.spec, 'template', at.at('spec')) ? pods(jobPods(job, counts)) : NOTHING
}

function originOf({ namespace, apiVersion, kind, name }: Workload): Origin {
  return { namespace, owner: { apiVersion, kind, name } }
}

function pods(made: readonly JsonObject[]): Expansion {
  return { ...NOTHING, pods: made }
}

/** Reads numbers of pods, and says what is none or too many. */
class Counts {
  private readonly issues: Issues
  private readonly podsMax: number

  constructor(issues: Issues, podsMax: number) {
    this.issues = issues
    this.podsMax = podsMax
  }

  has(object: JsonObject, key: string, path: JsonPath): boolean {
    if (isObject(object[key])) return true
    this.issues.add(path.at(key), 'not-a-request', 'expected an object')
    return false
  }

  read(object: JsonObject, key: string, path: JsonPath, absent: number): number {
    const value = object[key] ?? absent
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
    this.issues.add(path.at(key), 'not-a-request', 'expected a whole number, 0 or more')
    return 0
  }

  times<T>(spec: JsonObject, key: string, path: JsonPath, make: (index: number) => T): T[] {
    return this.repeat(this.read(spec, key, path, 1), path.at(key), make)
  }

  repeat<T>(count: number, path: JsonPath, make: (index: number) => T): T[] {
    if (count <= this.podsMax) return Array.from({ length: count }, (_, index) => make(index))
    const message = `${count} pods to decide; at most ${this.podsMax} are in one request`
    this.issues.add(path, 'too-many', message)
    return []
  }
}
