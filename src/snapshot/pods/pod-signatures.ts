import { withPodDefaults } from '../defaulting.ts'
import { Fields, type JsonObject, type ReadContext } from '../json/fields.ts'
import type { JsonPath } from '../json/json-path.ts'
import type { Accounting } from '../resources/pod-resources.ts'
import { hasPodAffinityTerms, isForClaim, type PodSignature } from './pod-signature.ts'
import { podSignatureKey } from './pod-signature-key.ts'
import { readPodClass } from './read-pod.ts'
import type { ScannedPod, SharedJson } from './scanned-pod.ts'

/** etcd takes no larger object (1.5 MiB), so that no cluster has a larger pod. */
export const POD_CHARS_MAX = 1_572_864

/** Finds the signature of a pod; only the first pod of each signature is parsed. */
export class PodSignatures {
  readonly all: PodSignature[] = []
  private readonly accounting: Accounting
  private readonly defaulting: boolean
  private readonly byKey = new Map<string, PodSignature>()
  private readonly identities = new Numbering()
  private readonly templates = new Numbering()
  private readonly shapes = new Numbering()
  private readonly requests = new Numbering()
  private readonly terms = new Numbering()
  private last: {
    readonly template: SharedJson
    readonly labels: SharedJson | null
    readonly signature: PodSignature
  } | null = null
  private readonly byParts = new Map<SharedJson, Map<SharedJson | null, PodSignature>>()

  constructor({ accounting, defaulting }: { accounting: Accounting; defaulting: boolean }) {
    this.accounting = accounting
    this.defaulting = defaulting
  }

  /** Of a pod whose parts stand for their bytes: it is read only when these come together for the first time. */
  ofScanned(pod: ScannedPod, path: JsonPath, context: ReadContext): PodSignature {
    // Pods that are alike mostly come one after the other.
    const { last } = this
    if (last?.template === pod.template && last.labels === pod.labels) return last.signature
    const signature = this.ofParts(pod, path, context)
    this.last = { template: pod.template, labels: pod.labels, signature }
    return signature
  }

  private ofParts(pod: ScannedPod, path: JsonPath, context: ReadContext): PodSignature {
    let byLabels = this.byParts.get(pod.template)
    if (byLabels === undefined) {
      byLabels = new Map()
      this.byParts.set(pod.template, byLabels)
    }
    const known = byLabels.get(pod.labels)
    if (known !== undefined) return known
    const object = pod.toObject()
    const signature = this.of(object, new Fields(object, path, context))
    byLabels.set(pod.labels, signature)
    return signature
  }

  of(pod: JsonObject, fields: Fields): PodSignature {
    const { identity, shape, requests, claims } = podSignatureKey(pod)
    const key = `${identity} ${shape} ${requests} ${claims}`
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    if (key.length > POD_CHARS_MAX) {
      const message = `the pod is longer than ${POD_CHARS_MAX} characters, more than a cluster keeps`
      fields.context.issues.add(fields.path, 'not-a-request', message)
    }
    const source = this.defaulting
      ? new Fields(withPodDefaults(pod).pod, fields.path, fields.context)
      : fields
    const read = readPodClass(source, this.accounting)
    const signature: PodSignature = {
      ...read,
      id: this.all.length,
      identityId: this.identities.of(
        JSON.stringify([read.namespace, [...read.labels].sort(byKey)]),
      ),
      templateId: this.templates.of(`${shape} ${requests} ${claims}`),
      shapeId: this.shapes.of(`${shape} ${requestedKinds(read)}`),
      requestsId: this.requests.of(requests),
      termsId: hasPodAffinityTerms(read)
        ? this.terms.of(JSON.stringify([read.podAffinity, read.podAntiAffinity]))
        : -1,
    }
    this.all.push(signature)
    this.byKey.set(key, signature)
    return signature
  }

  /** As if only so many had been met; nothing may hold one of the others. */
  forgetFrom(count: number): void {
    if (this.all.length === count) return
    this.all.length = count
    for (const [key, { id }] of this.byKey) if (id >= count) this.byKey.delete(key)
    for (const byLabels of this.byParts.values()) {
      for (const [labels, { id }] of byLabels) if (id >= count) byLabels.delete(labels)
    }
    this.last = null
  }
}

/** Whether there are claims, and what of the resources is no mere amount of those that every node has. */
function requestedKinds({
  request,
  nonZeroRequest,
  taken,
  bestEffort,
  resourceClaims,
}: Pick<
  PodSignature,
  'request' | 'nonZeroRequest' | 'taken' | 'bestEffort' | 'resourceClaims'
>): string {
  const kinds = [request, nonZeroRequest, taken].map((amounts) => [
    amounts.cpuMilli > 0,
    amounts.memoryBytes > 0,
    amounts.ephemeralStorageBytes > 0,
    [...amounts.scalars].sort(byKey),
  ])
  return JSON.stringify([kinds, bestEffort, resourceClaims.some(isForClaim)])
}

/** Numbers texts in the order of appearance. */
class Numbering {
  private readonly numbers = new Map<string, number>()

  of(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    const number = this.numbers.size
    this.numbers.set(text, number)
    return number
  }
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}
