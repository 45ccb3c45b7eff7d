import type { JsonObject } from '../../snapshot/json/fields.ts'
import { objectAt } from '../../snapshot/json/raw-object.ts'

/** Who makes a pod, and how it is called. */
export interface Origin {
  readonly namespace: string
  /** The owner that the controller writes into the pod; null: nobody's. */
  readonly owner: {
    readonly apiVersion: string
    readonly kind: string
    readonly name: string
  } | null
}

/** Of an owner that is not made yet: the API server takes no pod whose owner has none. */
const NIL_UID = '00000000-0000-0000-0000-000000000000'

/** A pod as its controller creates it from a template (GetPodFromTemplate): labels and annotations come along. */
export function podFromTemplate(
  template: JsonObject,
  { namespace, owner }: Origin,
  name: string,
  labels: JsonObject = {},
): JsonObject {
  const metadata = objectAt(template, 'metadata')
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: { ...objectAt(metadata, 'labels'), ...labels },
      annotations: objectAt(metadata, 'annotations'),
      ...(owner !== null && {
        ownerReferences: [{ ...owner, uid: NIL_UID, controller: true, blockOwnerDeletion: true }],
      }),
    },
    spec: objectAt(template, 'spec'),
  }
}

/** What the API server draws names from (apimachinery util/rand). */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_CHARS = 5

/**
 * The suffix of the index-th drawn name. The API server draws at random; here they are counted, so that
 * the same manifest always has the same names.
 */
export function drawnSuffix(index: number): string {
  let text = ''
  for (let rest = index; text.length < SUFFIX_CHARS; rest = Math.floor(rest / ALPHABET.length)) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`
  }
  return text
}

/**
 * Stands for the hash of a pod template, which tells the revisions of a Deployment apart: the same
 * template, the same text. It is not upstream's own, which hashes a printed Go value.
 */
export function templateHash(template: JsonObject): string {
  let hash = 0x811c9dc5
  for (const char of JSON.stringify(template)) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  const digits = String(hash).padStart(10, '0')
  return Array.from(digits, (digit) => ALPHABET[Number(digit)]).join('')
}
