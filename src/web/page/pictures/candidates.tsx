import { shortName } from '../names.ts'
import { count } from '../words.ts'
import { more, Part, podText } from './parts.tsx'

const CANDIDATES_MAX = 12
const VICTIMS_MAX = 6

interface Candidate {
  readonly node: string
  readonly pdbViolations: number
  readonly lostBy: string | null
  readonly victims: readonly {
    readonly namespace: string
    readonly name: string
    readonly priority: number
    readonly pdbViolated: boolean
  }[]
}

/** Where room could be made, side by side: who would leave each node, and why one of them wins. */
export function Candidates({
  of,
  preemption: { candidates = [], candidateCount = candidates.length, node },
}: {
  readonly of: string
  readonly preemption: {
    readonly node: string | null
    readonly candidates?: readonly Candidate[] | undefined
    /** Where these are not all. */
    readonly candidateCount?: number
  }
}) {
  if (candidates.length === 0) return null
  const inOrder = [...candidates].sort((a, b) => Number(b.node === node) - Number(a.node === node))
  return (
    <Part
      title={`Who could make room for ${of}`}
      note="Preemption, node by node: the first loses least; under the others stands what they lost by."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ol class="waves" tabIndex={0} aria-label="Candidates">
        {inOrder.slice(0, CANDIDATES_MAX).map((one) => (
          <li key={one.node} class={`wave ${one.node === node ? 'wins' : ''}`}>
            <h3>
              {shortName(one.node)}{' '}
              {one.node === node ? <span class="badge">chosen</span> : <small>{one.lostBy}</small>}
            </h3>
            <p class="quiet-text">
              {count(one.victims.length, 'pod leaves', 'pods leave')}
              {one.pdbViolations > 0 && `, ${count(one.pdbViolations, 'budget violation')}`}
            </p>
            <ul>
              {one.victims.slice(0, VICTIMS_MAX).map((victim) => (
                <li key={podText(victim)} class="move">
                  <span class="move-pod">{podText(victim)}</span>
                  <span class="move-to">priority {victim.priority}</span>
                  {victim.pdbViolated && <span class="badge quiet">budget</span>}
                </li>
              ))}
            </ul>
            <p class="quiet-text">{more(one.victims.length, VICTIMS_MAX)}</p>
          </li>
        ))}
      </ol>
      <p class="quiet-text">{more(candidateCount, Math.min(candidates.length, CANDIDATES_MAX))}</p>
    </Part>
  )
}
