import * as z from 'zod'

/**
 * A Kubernetes object as `kubectl get -o json` prints it. Only its being an object is checked here:
 * src/snapshot reads the fields that scheduling uses, with their places, and ignores all others,
 * because every release adds some and because a snapshot can hold a hundred thousand of them.
 */
function kubernetesObject(kind: string, description: string) {
  return z
    .unknown()
    .refine(isObject, { message: `expected a ${kind} object` })
    .meta({ id: kind, type: 'object', description, additionalProperties: true })
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const Pod = kubernetesObject('Pod', 'A v1 Pod. Unknown fields are ignored.')
