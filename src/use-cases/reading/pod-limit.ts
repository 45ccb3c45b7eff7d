import type { Issue } from '../../snapshot/json/json-path.ts'

/** The issue of more pods to decide than one request may have; null when they are few enough. */
export function checkPodCount(podCount: number, podsMax: number): Issue | null {
  if (podCount <= podsMax) return null
  const message = `${podCount} pods to decide; at most ${podsMax} are in one request`
  return { pointer: '/pods', code: 'too-many', message }
}
