import type { Pod } from './types.ts'

const ANNOTATION = 'kubernetes.io/config.mirror'

/** What the API shows of a pod that the kubelet runs from a file. */
export function isMirrorPod({ metadata }: Pod): boolean {
  return metadata.annotations?.has(ANNOTATION) === true
}
