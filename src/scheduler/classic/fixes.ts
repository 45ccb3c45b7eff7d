import type { ClassicContext } from './context.ts'
import type { ClassicRelease } from './profiles/releases.ts'

/** The accidents of a release that `options.fixes` corrects, beside predicates that it would not run. */
const FIXES: ReadonlyMap<FixName, string> = new Map([
  [
    'anti-affinity-of-any-term',
    'a pod is kept apart from pods that match any of its anti-affinity terms, and running pods keep ' +
      'others off the topology of the term that matches',
  ],
  [
    'init-containers-in-usage',
    'init containers of running pods count in what their node has left, since they may run again',
  ],
])

export type FixName = 'anti-affinity-of-any-term' | 'init-containers-in-usage'

/** The release with its anti-affinity as later releases have it. */
export function withAnyTermAntiAffinity(release: ClassicRelease): ClassicRelease {
  return {
    ...release,
    antiAffinity: 'any-term',
    widensReturningPods: false,
    existingAntiAffinity: 'matching-term',
  }
}

/** What to call when a correction changed a verdict or a score. */
export function correctedBy({ notices }: ClassicContext, fix: FixName, rule: string): () => void {
  const message = `changed what ${rule} says: ${FIXES.get(fix)}`
  return () => notices.add('fixed', fix, message)
}
