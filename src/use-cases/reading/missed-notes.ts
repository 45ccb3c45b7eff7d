import type { Cluster } from '../../snapshot/cluster.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'

/** What was missed on changed clusters, whose savepoints forget it; the answer rests on it all the same. */
export class MissedNotes {
  private readonly byMeaning = new Map<string, NotEvaluated>()

  /** To be called before the savepoint is taken back. */
  keep(cluster: Cluster): void {
    for (const one of cluster.notEvaluated()) this.byMeaning.set(meantBy(one), one)
  }

  /** What is told already, and what is kept besides. */
  with(told: readonly NotEvaluated[]): NotEvaluated[] {
    const known = new Set(told.map(meantBy))
    return [...told, ...[...this.byMeaning].flatMap(([key, one]) => (known.has(key) ? [] : one))]
  }
}

function meantBy({ what, object = '' }: NotEvaluated): string {
  return `${what} ${object}`
}
