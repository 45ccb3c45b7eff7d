import { isObject, type JsonObject } from '../json/fields.ts'
import { timeMsOf } from '../json/time.ts'

/** JSON that many pods have in common; one object for equal bytes, so that it stands for them. */
export interface SharedJson {
  readonly text: string
}

/** What pods that are written alike have in common; empty texts for what is not there. */
export class PodTemplate implements SharedJson {
  readonly text: string
  readonly kind: string | undefined
  readonly namespace: string
  readonly phase: string
  readonly nominatedNodeName: string
  readonly deletionTimeMs: number | null
  /** In its namespace. */
  readonly podGroupName: string
  readonly schedulerName: string
  /** Its texts are texts, its time is a time, and it names no Workload. */
  readonly isUsual: boolean

  constructor(text: string) {
    const pod: unknown = JSON.parse(text)
    const metadata = memberOf(pod, 'metadata')
    const status = memberOf(pod, 'status')
    const spec = memberOf(pod, 'spec')
    const group = memberOf(spec, 'schedulingGroup')
    const texts = [
      memberOf(pod, 'kind'),
      memberOf(metadata, 'namespace'),
      memberOf(status, 'phase'),
      memberOf(status, 'nominatedNodeName'),
      memberOf(metadata, 'deletionTimestamp'),
      memberOf(group, 'podGroupName'),
      memberOf(spec, 'schedulerName'),
    ]
    const [kind, namespace, phase, nominatedNodeName, deletion, podGroupName, schedulerName] =
      texts.map(textOrEmpty)
    this.text = text
    this.kind = texts[0] === undefined ? undefined : kind
    this.namespace = namespace
    this.phase = phase
    this.nominatedNodeName = nominatedNodeName
    this.deletionTimeMs = deletion === '' ? null : timeMsOf(deletion)
    this.podGroupName = podGroupName
    this.schedulerName = schedulerName
    this.isUsual =
      (group === undefined || isObject(group)) &&
      memberOf(spec, 'workloadRef') === undefined &&
      texts.every((one) => one === undefined || typeof one === 'string') &&
      !Number.isNaN(this.deletionTimeMs)
  }
}

/** Null is as if it were not there. */
function memberOf(value: unknown, key: string): unknown {
  return isObject(value) ? (value[key] ?? undefined) : undefined
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What tells a pod from those that are written alike; empty texts for what is not there. */
export interface OwnFields {
  readonly name: string
  readonly uid: string
  readonly nodeName: string
  /** Of a pod that waits; nobody asks for that of others. */
  readonly creationTimestamp: string
  readonly startTimeMs: number | null
}

/**
 * A pod as it was found in bytes: what tells it from others, and what it shares with pods like it,
 * which nobody parses again. To whoever does not know it, it looks like the object that it was read
 * from, less what nobody reads.
 */
export class ScannedPod implements OwnFields {
  readonly name: string
  readonly uid: string
  readonly nodeName: string
  readonly creationTimestamp: string
  readonly startTimeMs: number | null
  readonly template: PodTemplate
  /** Apart, since the pods of a StatefulSet differ in nothing else. */
  readonly labels: SharedJson | null

  constructor(own: OwnFields, template: PodTemplate, labels: SharedJson | null) {
    this.name = own.name
    this.uid = own.uid
    this.nodeName = own.nodeName
    this.creationTimestamp = own.creationTimestamp
    this.startTimeMs = own.startTimeMs
    this.template = template
    this.labels = labels
  }

  get kind(): string | undefined {
    return this.template.kind
  }

  get namespace(): string {
    return this.template.namespace
  }

  /** A text two levels down, if it is one that is at hand. */
  textAt(parent: string, key: string): string | undefined {
    switch (`${parent}.${key}`) {
      case 'metadata.name':
        return this.name
      case 'metadata.namespace':
        return this.namespace
      case 'metadata.creationTimestamp':
        return this.creationTimestamp
      case 'spec.nodeName':
        return this.nodeName
      case 'status.phase':
        return this.template.phase
      default:
        return undefined
    }
  }

  get metadata(): unknown {
    return this.toObject()['metadata']
  }

  get spec(): unknown {
    return this.toObject()['spec']
  }

  get status(): unknown {
    return this.toObject()['status']
  }

  toObject(): JsonObject {
    const shared: unknown = JSON.parse(this.template.text)
    const pod = isObject(shared) ? shared : {}
    const labels: JsonObject =
      this.labels === null ? {} : { labels: JSON.parse(this.labels.text) as unknown }
    const { name, uid, creationTimestamp, nodeName } = this
    const startTime = this.startTimeMs === null ? '' : new Date(this.startTimeMs).toISOString()
    return {
      ...pod,
      ...withTexts(pod, 'metadata', { name, uid, creationTimestamp }, labels),
      ...withTexts(pod, 'spec', { nodeName }),
      ...withTexts(pod, 'status', { startTime }),
    }
  }
}

/** A member of the pod with what is its own; empty texts were not there. */
function withTexts(
  pod: JsonObject,
  key: string,
  texts: Readonly<Record<string, string>>,
  others: JsonObject = {},
): JsonObject {
  const value = pod[key]
  if (!isObject(value)) return {}
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return { [key]: { ...value, ...Object.fromEntries(given), ...others } }
}
