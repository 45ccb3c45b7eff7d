import type { Fields } from '../../snapshot/json/fields.ts'
import { parseQuantity } from '../../snapshot/quantity/parse-quantity.ts'
import type { ResourceList, Toleration } from '../types/types.ts'
import type {
  ExistingPod,
  LimitRange,
  LimitRangeItem,
  Namespace,
  PriorityClass,
  ResourceQuota,
  RuntimeClass,
  ScopeRequirement,
  ServiceAccount,
} from './admission-cluster.ts'

const MOUNTABLE_SECRETS = 'kubernetes.io/enforce-mountable-secrets'
/** strconv.ParseBool. */
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True']
const TOPOLOGY_LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']

/** A resource list with its texts; a bad quantity is an issue and is left out. */
function resourceList(fields: Fields, key: string): ResourceList | undefined {
  const list = fields.object(key)
  if (list === undefined) return undefined
  const quantities: ResourceList = new Map()
  for (const [name, value] of Object.entries(list.value)) {
    const text = typeof value === 'number' ? String(value) : value
    const parsed = typeof text === 'string' ? parseQuantity(text.trim()) : null
    if (parsed?.ok === true) quantities.set(name, parsed.quantity.roundedToMilli())
    else {
      const message = `${JSON.stringify(value)} is not a quantity`
      list.context.issues.add(list.path.at(name), 'invalid-quantity', message)
    }
  }
  return quantities
}

export function readNamespace(fields: Fields): Namespace {
  const status = fields.objectOrEmpty('status')
  return {
    labels: fields.objectOrEmpty('metadata').stringMap('labels'),
    isTerminating: status.string('phase') === 'Terminating',
  }
}

export function readServiceAccount(fields: Fields, name: string): ServiceAccount {
  const annotations = fields.objectOrEmpty('metadata').stringMap('annotations')
  const isMounted = fields.has('automountServiceAccountToken')
  return {
    name,
    automountServiceAccountToken: isMounted
      ? fields.boolean('automountServiceAccountToken')
      : undefined,
    hasMountableSecrets: TRUE.includes(annotations.get(MOUNTABLE_SECRETS) ?? ''),
    secrets: fields.objects('secrets').map((secret) => secret.string('name') ?? ''),
    imagePullSecrets: fields.objects('imagePullSecrets').map((one) => one.string('name') ?? ''),
  }
}

export function readLimitRange(fields: Fields, name: string): LimitRange {
  return { name, items: fields.objectOrEmpty('spec').objects('limits').map(readLimitRangeItem) }
}

/** With SetDefaults_LimitRangeItem, which a stored one went through already. */
function readLimitRangeItem(fields: Fields): LimitRangeItem {
  const list = (key: string): ResourceList => resourceList(fields, key) ?? new Map()
  const [type, max, min] = [fields.string('type') ?? '', list('max'), list('min')]
  const limits = list('default')
  const requests = list('defaultRequest')
  const maxLimitRequestRatio = list('maxLimitRequestRatio')
  if (type === 'Container') {
    fillIn(limits, max)
    fillIn(requests, limits)
    fillIn(requests, min)
  }
  return { type, max, min, default: limits, defaultRequest: requests, maxLimitRequestRatio }
}

function fillIn(list: ResourceList, from: ResourceList): void {
  for (const [name, quantity] of from) {
    if (!list.has(name)) list.set(name, quantity)
  }
}

export function readResourceQuota(fields: Fields, name: string): ResourceQuota {
  const spec = fields.objectOrEmpty('spec')
  const status = fields.objectOrEmpty('status')
  const named = spec.strings('scopes').map((scopeName): ScopeRequirement => {
    return { scopeName, operator: 'Exists', values: [] }
  })
  const selected = spec.objectOrEmpty('scopeSelector').objects('matchExpressions')
  return {
    name,
    scopes: [...named, ...selected.map(readScope)],
    hard: resourceList(status, 'hard') ?? new Map(),
    used: resourceList(status, 'used') ?? new Map(),
  }
}

function readScope(fields: Fields): ScopeRequirement {
  return {
    scopeName: fields.string('scopeName') ?? '',
    operator: fields.string('operator') ?? '',
    values: fields.strings('values'),
  }
}

export function readPriorityClass(fields: Fields, name: string): PriorityClass {
  return {
    name,
    value: fields.int32('value') ?? 0,
    isGlobalDefault: fields.boolean('globalDefault'),
    preemptionPolicy: fields.string('preemptionPolicy') ?? 'PreemptLowerPriority',
  }
}

export function readRuntimeClass(fields: Fields, name: string): RuntimeClass {
  const overhead = fields.object('overhead')
  const scheduling = fields.object('scheduling')
  return {
    name,
    overhead:
      overhead === undefined ? undefined : (resourceList(overhead, 'podFixed') ?? new Map()),
    scheduling: scheduling && {
      nodeSelector: scheduling.has('nodeSelector')
        ? scheduling.stringMap('nodeSelector')
        : undefined,
      tolerations: scheduling.objects('tolerations').map(readToleration),
    },
  }
}

function readToleration(fields: Fields): Toleration {
  const seconds = fields.integer('tolerationSeconds')
  return {
    key: fields.string('key') ?? '',
    operator: fields.string('operator') ?? '',
    value: fields.string('value') ?? '',
    effect: fields.string('effect') ?? '',
    tolerationSeconds: seconds === undefined ? undefined : BigInt(seconds),
  }
}

export function readExistingPod(fields: Fields): ExistingPod {
  return { isTerminating: fields.objectOrEmpty('metadata').has('deletionTimestamp') }
}

export function readTopologyLabels(fields: Fields): ReadonlyMap<string, string> {
  const labels = fields.objectOrEmpty('metadata').stringMap('labels')
  return new Map([...labels].filter(([key]) => TOPOLOGY_LABELS.includes(key)))
}
