import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'

/** Annotations that scheduling, drains and evictions read; all others may hold anything. */
const KEPT_ANNOTATIONS: ReadonlySet<string> = new Set([
  'kubernetes.io/config.mirror',
  'kubernetes.io/config.source',
  'pv.kubernetes.io/bind-completed',
  'pv.kubernetes.io/bound-by-controller',
  'resource.kubernetes.io/extended-resource-claim',
  'scheduler.alpha.kubernetes.io/preferAvoidPods',
  'scheduling.k8s.io/group-name',
  'storage.alpha.kubernetes.io/migrated-plugins',
  'volume.beta.kubernetes.io/storage-class',
  'volume.kubernetes.io/selected-node',
])

/** Of a container: nothing that tells what runs in it, or with which secrets. */
const KEPT_OF_CONTAINER: ReadonlySet<string> = new Set([
  'image',
  'name',
  'ports',
  'resources',
  'restartPolicy',
  'restartPolicyRules',
  'volumeMounts',
])

const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers']

/**
 * An object as a snapshot keeps it: without managed fields, without annotations that no rule reads, and
 * containers without environment, commands, probes and security contexts.
 */
export function slimObject(object: JsonObject): JsonObject {
  const metadata = isObject(object['metadata']) ? slimMetadata(object['metadata']) : {}
  const slim = { ...object, metadata }
  switch (object['kind']) {
    case 'Pod':
      return { ...slim, spec: slimPodSpec(object['spec']) }
    // Their templates are what makes pods; a snapshot reads only their selectors.
    case 'ReplicaSet':
    case 'StatefulSet':
    case 'ReplicationController':
      return { ...slim, spec: isObject(object['spec']) ? without(object['spec'], 'template') : {} }
    default:
      return slim
  }
}

function slimMetadata(metadata: JsonObject): JsonObject {
  const { annotations } = metadata
  const kept = without(without(metadata, 'managedFields'), 'annotations')
  if (!isObject(annotations)) return kept
  const read = Object.entries(annotations).filter(([name]) => KEPT_ANNOTATIONS.has(name))
  return read.length === 0 ? kept : { ...kept, annotations: Object.fromEntries(read) }
}

function slimPodSpec(spec: unknown): unknown {
  if (!isObject(spec)) return spec
  const lists = CONTAINER_LISTS.flatMap((list) => {
    const containers = spec[list]
    return Array.isArray(containers) ? [[list, containers.map(slimContainer)]] : []
  })
  return { ...spec, ...Object.fromEntries(lists) }
}

function slimContainer(container: unknown): unknown {
  if (!isObject(container)) return container
  return Object.fromEntries(
    Object.entries(container).filter(([field]) => KEPT_OF_CONTAINER.has(field)),
  )
}

function without(object: JsonObject, field: string): JsonObject {
  const { [field]: _, ...rest } = object
  return rest
}
