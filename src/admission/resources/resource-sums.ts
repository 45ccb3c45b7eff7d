import type { Container, PodSpec, ResourceList } from '../types/types.ts'

/** Adds a list to a sum, name by name. */
export function addTo(sum: ResourceList, list: ResourceList | undefined): void {
  for (const [name, quantity] of list ?? []) {
    const before = sum.get(name)
    sum.set(name, before === undefined ? quantity : before.add(quantity))
  }
}

/** Raises a list to another where that has more. */
export function raiseTo(list: ResourceList, other: ResourceList): void {
  for (const [name, quantity] of other) {
    const before = list.get(name)
    if (before === undefined || quantity.compare(before) > 0) list.set(name, quantity)
  }
}

export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always'
}

/**
 * AggregateContainerRequests and AggregateContainerLimits: containers and sidecars together, or one
 * init container with the sidecars that were started before it, whichever is more.
 */
export function aggregate(
  { containers = [], initContainers = [] }: PodSpec,
  of: 'requests' | 'limits',
): ResourceList {
  const sum: ResourceList = new Map()
  for (const { resources } of containers) addTo(sum, resources[of])
  const sidecars: ResourceList = new Map()
  const init: ResourceList = new Map()
  for (const container of initContainers) {
    const own = container.resources[of]
    if (isSidecar(container)) {
      addTo(sum, own)
      addTo(sidecars, own)
      raiseTo(init, sidecars)
    } else {
      const together: ResourceList = new Map(own ?? [])
      addTo(together, sidecars)
      raiseTo(init, together)
    }
  }
  raiseTo(sum, init)
  return sum
}
