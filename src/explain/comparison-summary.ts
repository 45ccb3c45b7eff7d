import type { ComparedVerdict, MoveInTie, PodDifference, SideView } from './comparison.ts'

/** The comparison in numbers. */
export interface ComparisonSummary {
  /** Pods that were compared. */
  readonly pods: number
  /** Pods of which it cannot be told on some side; they count nowhere below but in verdicts. */
  readonly unknown: number
  /** Pods for which nothing differs. */
  readonly equal: number
  /** Pods that have other nodes on either side. */
  readonly moved: number
  /** Pods on other nodes that were as good on either side: no difference of the sides. */
  readonly movedInTies: number
  /** The first of them. */
  readonly ties: readonly MoveInTie[]
  /** Pods that have a node in b only, and those that have one in a only. */
  readonly gained: number
  readonly lost: number
  /** Pods that only one side has; they count nowhere else but as pods. */
  readonly onlyInA: number
  readonly onlyInB: number
  readonly victimsChanged: number
  readonly verdictsFlipped: number
  readonly scoresMoved: number
  /** Which plugins are behind it, the busiest first. */
  readonly plugins: readonly PluginShare[]
}

export interface PluginShare {
  readonly plugin: string
  readonly verdicts: number
  readonly scores: number
}

/** What is to be known of a pod beside its difference. */
export interface Compared {
  /** It cannot be told on some side. */
  readonly isUnknown: boolean
  readonly tie: MoveInTie | null
}

/** Moves in ties that are told one by one; all are counted. */
const TIES_MAX = 100

/** Counts differences as they are found. */
export class ComparisonCounter {
  private pods = 0
  private unknown = 0
  private equal = 0
  private moved = 0
  private movedInTies = 0
  private readonly ties: MoveInTie[] = []
  private gained = 0
  private lost = 0
  private onlyInA = 0
  private onlyInB = 0
  private victimsChanged = 0
  private verdictsFlipped = 0
  private scoresMoved = 0
  private readonly plugins = new Map<string, { verdicts: number; scores: number }>()

  count(difference: PodDifference | null, { isUnknown, tie }: Compared): void {
    this.pods++
    if (tie !== null) this.countTie(tie)
    if (isUnknown) this.unknown++
    if (difference === null) {
      if (!isUnknown) this.equal++
      return
    }
    const { a, b, changed, verdicts, scores } = difference
    if (a === null || b === null) return this.countAlone(difference)
    const [hasA, hasB] = [hasNode(a), hasNode(b)]
    if (hasA && hasB && changed.includes('node')) this.moved++
    if (!isUnknown && !hasA && hasB) this.gained++
    if (!isUnknown && hasA && !hasB) this.lost++
    if (changed.includes('victims')) this.victimsChanged++
    this.verdictsFlipped += verdicts.length
    this.scoresMoved += scores.length
    for (const verdict of verdicts) {
      for (const plugin of pluginsBehind(verdict.a, verdict.b)) this.share(plugin).verdicts++
    }
    for (const { plugins } of scores) {
      for (const plugin of Object.keys(plugins)) this.share(plugin).scores++
    }
  }

  private countTie(tie: MoveInTie): void {
    this.movedInTies++
    if (this.ties.length < TIES_MAX) this.ties.push(tie)
  }

  private countAlone({ a }: PodDifference): void {
    if (a === null) this.onlyInB++
    else this.onlyInA++
  }

  summary(): ComparisonSummary {
    const { pods, unknown, equal, moved, movedInTies, ties, gained, lost } = this
    const { onlyInA, onlyInB, victimsChanged, verdictsFlipped, scoresMoved } = this
    const plugins = [...this.plugins].map(([plugin, share]) => ({ plugin, ...share }))
    plugins.sort((a, b) => b.verdicts + b.scores - a.verdicts - a.scores)
    return {
      pods,
      unknown,
      equal,
      moved,
      movedInTies,
      ties,
      gained,
      lost,
      onlyInA,
      onlyInB,
      victimsChanged,
      verdictsFlipped,
      scoresMoved,
      plugins,
    }
  }

  private share(plugin: string): { verdicts: number; scores: number } {
    const known = this.plugins.get(plugin) ?? { verdicts: 0, scores: 0 }
    this.plugins.set(plugin, known)
    return known
  }
}

function hasNode({ outcome }: SideView): boolean {
  return outcome === 'scheduled' || outcome === 'alreadyAssigned'
}

/** The plugins that refused the node on one side or the other. */
function pluginsBehind(...verdicts: readonly ComparedVerdict[]): Set<string> {
  const names = verdicts.flatMap((one) => (one === null || one.feasible ? [] : [one.plugin]))
  return new Set(names)
}
