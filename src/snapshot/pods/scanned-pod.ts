import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import { isObject, type JsonObject } from '../json/fields.ts'

/** JSON that many pods have in common; one object for equal bytes, so that it stands for them. */
export interface SharedJson {
  readonly text: string
}

/** What differs between pods that are otherwise written alike; empty texts and null for what is not there. */
export interface ScannedPodFields {
  readonly kind: string | undefined
  readonly name: string
  readonly namespace: string
  readonly uid: string
  readonly nodeName: string
  readonly phase: string
  readonly nominatedNodeName: string
  readonly creationTimestamp: string
  readonly startTimeMs: number | null
  readonly deletionTimeMs: number | null
}

/**
 * A pod as it was found in bytes: what tells it from others, and what it shares with pods like it,
 * which nobody parses again. To whoever does not know it, it looks like the object that it was read
 * from, less what nobody reads.
 */
export class ScannedPod implements ScannedPodFields {
  readonly kind: string | undefined
  readonly name: string
  readonly namespace: string
  readonly uid: string
  readonly nodeName: string
  readonly phase: string
  readonly nominatedNodeName: string
  readonly creationTimestamp: string
  readonly startTimeMs: number | null
  readonly deletionTimeMs: number | null
  /** Everything else that is read of it, but for labels. */
  readonly template: SharedJson
  /** Apart, since the pods of a StatefulSet differ in nothing else. */
  readonly labels: SharedJson | null

  constructor(fields: ScannedPodFields, template: SharedJson, labels: SharedJson | null) {
    this.kind = fields.kind
    this.name = fields.name
    this.namespace = fields.namespace
    this.uid = fields.uid
    this.nodeName = fields.nodeName
    this.phase = fields.phase
    this.nominatedNodeName = fields.nominatedNodeName
    this.creationTimestamp = fields.creationTimestamp
    this.startTimeMs = fields.startTimeMs
    this.deletionTimeMs = fields.deletionTimeMs
    this.template = template
    this.labels = labels
  }

  /** By which pods are told apart. */
  get key(): string {
    return `${this.namespace || DEFAULT_NAMESPACE}/${this.name}`
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
    const { name, uid, creationTimestamp, nodeName, phase, nominatedNodeName } = this
    const startTime = this.startTimeMs === null ? '' : new Date(this.startTimeMs).toISOString()
    return {
      ...(this.kind !== undefined && { kind: this.kind }),
      ...pod,
      ...withTexts(pod, 'metadata', { name, uid, creationTimestamp }, labels),
      ...withTexts(pod, 'spec', { nodeName }),
      ...withTexts(pod, 'status', { phase, startTime, nominatedNodeName }),
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
