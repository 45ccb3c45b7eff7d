import type { AdmissionCluster, LimitRange } from '../cluster/admission-cluster.ts'
import type { Refusal } from '../refusal.ts'
import type { ResourceList } from '../types/types.ts'

/** What the server leaves to chance. */
export function noticesOf({ limitRanges }: AdmissionCluster, refusal: Refusal | null): string[] {
  const notices: string[] = []
  const disputed = disputedDefaults(limitRanges)
  if (disputed.length > 0) {
    notices.push(
      `several LimitRanges give different defaults for ${disputed.join(', ')}; the server takes ` +
        'them in no fixed order, here they come in that of the snapshot',
    )
  }
  const short = new Set(refusal?.facts.map((fact) => (fact.kind === 'quota' ? fact.quota : null)))
  short.delete(null)
  if (short.size > 1) {
    notices.push(
      `quotas ${[...short].join(', ')} are all short; which of them the server names is not fixed`,
    )
  }
  return notices
}

function disputedDefaults(limitRanges: readonly LimitRange[]): string[] {
  const first = new Map<string, string>()
  const disputed = new Set<string>()
  const note = (list: ResourceList, of: string): void => {
    for (const [name, quantity] of list) {
      const key = `${of} of ${name}`
      const before = first.get(key)
      if (before !== undefined && before !== quantity.toString()) disputed.add(key)
      first.set(key, before ?? quantity.toString())
    }
  }
  for (const { items } of limitRanges) {
    for (const item of items.filter(({ type }) => type === 'Container')) {
      note(item.default, 'limits')
      note(item.defaultRequest, 'requests')
    }
  }
  return [...disputed].sort()
}
