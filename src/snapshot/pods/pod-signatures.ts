import { withPodDefaults } from '../defaulting.ts'
import { Fields, type JsonObject } from '../json/fields.ts'
import type { Accounting } from '../resources/pod-resources.ts'
import type { PodSignature } from './pod-signature.ts'
import { podClassKey } from './pod-signature-key.ts'
import { readPodClass } from './read-pod.ts'

/** etcd takes no larger object (1.5 MiB), so that no cluster has a larger pod. */
export const POD_CHARS_MAX = 1_572_864

/** Finds the signature of a pod; only the first pod of each signature is parsed. */
export class PodSignatures {
  readonly all: PodSignature[] = []
  private readonly accounting: Accounting
  private readonly defaulting: boolean
  private readonly byKey = new Map<string, PodSignature>()
  private readonly identities = new Map<string, number>()

  constructor({ accounting, defaulting }: { accounting: Accounting; defaulting: boolean }) {
    this.accounting = accounting
    this.defaulting = defaulting
  }

  of(pod: JsonObject, fields: Fields): PodSignature {
    const key = podClassKey(pod)
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
    const identityId = this.identify(read.namespace, read.labels)
    const signature: PodSignature = { ...read, id: this.all.length, identityId }
    this.all.push(signature)
    this.byKey.set(key, signature)
    return signature
  }

  private identify(namespace: string, labels: ReadonlyMap<string, string>): number {
    const identity = JSON.stringify([namespace, [...labels].sort(byKey)])
    const known = this.identities.get(identity)
    if (known !== undefined) return known
    const id = this.identities.size
    this.identities.set(identity, id)
    return id
  }
}

function byKey([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}
