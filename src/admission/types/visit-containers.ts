import type { Container, PodSpec } from './types.ts'

/**
 * A container with its place in the spec, which for validation is Go's and for answers a pointer.
 */
export interface PlacedContainer {
  readonly container: Container
  readonly list: 'initContainers' | 'containers' | 'ephemeralContainers'
  readonly index: number
}

/** VisitContainersWithPath: init containers, containers, then ephemeral ones. */
export function placedContainers(spec: PodSpec): PlacedContainer[] {
  return [
    ...placed('initContainers', spec.initContainers),
    ...placed('containers', spec.containers),
    ...placed('ephemeralContainers', spec.ephemeralContainers),
  ]
}

function placed(
  list: PlacedContainer['list'],
  containers: readonly Container[] | undefined,
): PlacedContainer[] {
  return (containers ?? []).map((container, index) => ({ container, list, index }))
}

/** spec.containers[0] */
export function fieldOf({ list, index }: PlacedContainer): string {
  return `spec.${list}[${index}]`
}

export function pointerTo({ list, index }: PlacedContainer): string {
  return `/spec/${list}/${index}`
}
