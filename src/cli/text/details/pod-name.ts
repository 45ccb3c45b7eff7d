import type { PodReference } from '../../../snapshot/pods/pod-reference.ts'

/** A pod as namespace/name. */
export function podName({ namespace, name }: PodReference): string {
  return `${namespace}/${name}`
}
