import { nameOf, namespaceOrDefault } from '../../snapshot/json/raw-object.ts'

export interface PodName {
  readonly namespace: string
  readonly name: string
}

export function nameIn(pod: unknown): PodName {
  return { namespace: namespaceOrDefault(pod), name: nameOf(pod) }
}
