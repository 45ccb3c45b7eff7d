import { isLabelKey } from '../selectors/label-syntax.ts'

/** The resources that every node has a column for; all others are scalars by name. */
export const CPU = 'cpu'
export const MEMORY = 'memory'
export const EPHEMERAL_STORAGE = 'ephemeral-storage'
export const PODS = 'pods'

const REQUESTS_PREFIX = 'requests.'

/** v1helper.IsExtendedResourceName: a qualified name outside kubernetes.io. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(REQUESTS_PREFIX)) return false
  return isLabelKey(`${REQUESTS_PREFIX}${name}`)
}

function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/')
}

/** schedutil.IsScalarResourceName: the names that the scheduler counts besides cpu, memory and storage. */
export function isScalarResource(name: string): boolean {
  return (
    isExtendedResource(name) ||
    name.startsWith('hugepages-') ||
    name.includes('kubernetes.io/') ||
    name.startsWith('attachable-volumes-')
  )
}

/** Resources that a pod may ask for as a whole (spec.resources). */
export function isPodLevelResource(name: string): boolean {
  return name === CPU || name === MEMORY || name.startsWith('hugepages-')
}
