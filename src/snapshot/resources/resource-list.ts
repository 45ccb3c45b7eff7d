/** Exact amounts in nano units, by resource name. */
export type ResourceList = ReadonlyMap<string, bigint>

/** The list, and what it lacks of `missing`. */
export function withMissing(list: ResourceList, missing: ResourceList): ResourceList {
  if (missing.size === 0) return list
  return new Map([...missing, ...list])
}

export function addTo(target: Map<string, bigint>, list: ResourceList): void {
  for (const [name, nano] of list) target.set(name, (target.get(name) ?? 0n) + nano)
}

/** By resource, the larger of the two. */
export function raiseTo(target: Map<string, bigint>, list: ResourceList): void {
  for (const [name, nano] of list) {
    const current = target.get(name)
    if (current === undefined || nano > current) target.set(name, nano)
  }
}

export function sum(a: ResourceList, b: ResourceList): Map<string, bigint> {
  const total = new Map(a)
  addTo(total, b)
  return total
}

export function max(a: ResourceList, b: ResourceList): Map<string, bigint> {
  const highest = new Map(a)
  raiseTo(highest, b)
  return highest
}
