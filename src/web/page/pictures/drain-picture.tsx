import type { NodeNames } from '../../../cli/text/node-names.ts'
import type { AnswerOf } from '../../answers.ts'
import { namesWith } from '../names.ts'
import { count } from '../words.ts'
import { Figures, Headline, more, Part, podText } from './parts.tsx'

type Drain = AnswerOf<'drain'>
type Move = Drain['waves'][number]['moves'][number]
type Held = Drain['refused'][number]

const MOVES_MAX = 60
const HELD_MAX = 60
const NODES_MAX = 60

/** In which waves the nodes are emptied, where everything goes, and what is in the way. */
export function DrainPicture({ answer }: { readonly answer: Drain }) {
  const { nodes, waves, stuck, refused, stays, summary, consolidation } = answer
  const names = namesWith([
    ...nodes.map(({ node }) => node),
    ...waves.flatMap(({ moves }) => moves.flatMap(({ to }) => to?.node ?? [])),
  ])
  const { tone, mark, word } = verdictOn(answer)
  const emptied = new Set(
    nodes.filter(({ outcome }) => outcome === 'emptied').map(({ node }) => node),
  )
  const refilled = nodes.filter(({ outcome }) => outcome === 'refilled').length
  const moving = waves.filter(({ moves }) => moves.length > 0)
  return (
    <>
      <Headline tone={tone} mark={mark} word={word}>
        {consolidation === null
          ? `${summary.emptied} of ${count(nodes.length, 'node')}`
          : count(summary.emptied, 'node')}{' '}
        emptied in {count(moving.length, 'wave')}
        {summary.pending > 0 && `; ${count(summary.pending, 'pod')} would find no node`}
        {refilled > 0 && `; ${count(refilled, 'node')} filled again`}
        {stuck.length > 0 && `; ${count(stuck.length, 'pod')} cannot be evicted`}.
      </Headline>
      <Figures
        figures={[
          { name: 'have a node again', value: summary.moved },
          { name: 'without a node', value: summary.pending },
          { name: 'nobody makes anew', value: summary.lost },
          { name: 'displaced by them', value: summary.displaced },
          { name: 'cannot be told', value: summary.notJudged },
          { name: 'stay', value: stays.length },
        ]}
      />
      {consolidation !== null && (
        <p class="quiet-text">
          {consolidation.emptied === consolidation.atMost
            ? `No plan empties more than ${count(consolidation.emptied, 'node')}.`
            : `No plan empties more than ${consolidation.atMost}; whether one empties more than ${consolidation.emptied} is not known.`}{' '}
          {count(consolidation.tries, 'plan')} tried.
        </p>
      )}
      {nodes.length > 0 && (
        <Part title="Nodes">
          <ul class="chips">
            {nodes.slice(0, NODES_MAX).map(({ node, outcome, evicted }) => (
              <li key={node} class={`node-chip ${outcome === 'emptied' ? 'fits' : 'refused'}`}>
                {outcome === 'emptied' ? '✓' : '✗'} {names.short(node)}{' '}
                <small>
                  {outcome}, {evicted} evicted
                </small>
              </li>
            ))}
          </ul>
          <p class="quiet-text">{more(nodes.length, NODES_MAX)}</p>
        </Part>
      )}
      {moving.length > 0 && (
        <Part
          title="Waves"
          note="What the disruption budgets let go together; the next may start when the pods of the one before are ready."
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <ol class="waves" tabIndex={0} aria-label="Waves">
            {moving.map((wave, index) => (
              <Wave key={index} index={index} wave={wave} emptied={emptied} names={names} />
            ))}
          </ol>
        </Part>
      )}
      <HeldList title="Cannot be evicted" held={stuck} names={names} />
      <HeldList title="kubectl drain refuses" held={refused} names={names} />
      <HeldList title="Stay where they are" held={stays} names={names} />
      {consolidation !== null && consolidation.kept.length > 0 && (
        <Part title="Nodes that are kept">
          <ul class="changes">
            {consolidation.kept.slice(0, NODES_MAX).map(({ node, because }) => (
              <li key={node}>
                <b>{names.short(node)}</b> {because}
              </li>
            ))}
          </ul>
          <p class="quiet-text">{more(consolidation.kept.length, NODES_MAX)}</p>
        </Part>
      )}
    </>
  )
}

function verdictOn({ isWhole, summary, consolidation }: Drain) {
  if (summary.notJudged > 0) return { tone: 'unknown', mark: '?', word: 'Cannot say' } as const
  if (consolidation !== null && summary.emptied === 0) {
    return { tone: 'held', mark: '•', word: 'Nothing to gain' } as const
  }
  if (isWhole) return { tone: 'fits', mark: '✓', word: 'Can be drained' } as const
  return { tone: 'refused', mark: '✗', word: 'Not as it is' } as const
}

function Wave({
  wave: { moves, empties, takesSeconds },
  index,
  emptied,
  names,
}: {
  readonly wave: Drain['waves'][number]
  readonly index: number
  readonly emptied: ReadonlySet<string>
  readonly names: NodeNames
}) {
  const ends = empties.filter((node) => emptied.has(node))
  return (
    <li class="wave">
      <h3>
        Wave {index + 1}{' '}
        <small>
          {count(moves.length, 'pod')}, gone after {takesSeconds} s
        </small>
      </h3>
      <ul>
        {moves.slice(0, MOVES_MAX).map((move) => (
          <MoveLine key={`${podText(move.pod)} ${move.from}`} move={move} names={names} />
        ))}
      </ul>
      <p class="quiet-text">{more(moves.length, MOVES_MAX)}</p>
      {ends.length > 0 && (
        <p class="wave-end">✓ then empty: {ends.map((node) => names.short(node)).join(', ')}</p>
      )}
    </li>
  )
}

function MoveLine({ move, names }: { readonly move: Move; readonly names: NodeNames }) {
  const { pod, displaced, to, notJudged } = move
  const goes = destination(move, names)
  return (
    <li class={`move ${goes.tone}`}>
      <span class="move-pod">{podText(pod)}</span>
      <span class="move-to">
        <span aria-hidden="true">→ </span>
        {goes.text}
      </span>
      {displaced && <span class="badge quiet">displaced</span>}
      {(notJudged ?? to?.causes[0]?.text) != null && (
        <span class="fact">{notJudged ?? to?.causes[0]?.text}</span>
      )}
    </li>
  )
}

function destination(
  { from, to, notJudged }: Move,
  names: NodeNames,
): { text: string; tone: string } {
  if (notJudged !== null) return { text: 'cannot be told', tone: 'unknown' }
  if (to === null) return { text: 'gone: nobody makes it anew', tone: 'held' }
  if (to.node === null) return { text: 'no node', tone: 'refused' }
  if (to.node === from) return { text: 'comes back: it tolerates the cordon', tone: 'refused' }
  return { text: names.short(to.node), tone: 'fits' }
}

function HeldList({
  title,
  held,
  names,
}: {
  readonly title: string
  readonly held: readonly Held[]
  readonly names: NodeNames
}) {
  if (held.length === 0) return null
  return (
    <details class="held-list" open={title !== 'Stay where they are'}>
      <summary>
        {title}: {count(held.length, 'pod')}
      </summary>
      <ul class="changes">
        {held.slice(0, HELD_MAX).map(({ pod, node, because }) => (
          <li key={podText(pod)}>
            <b>{podText(pod)}</b> on {names.short(node)}: {because}
          </li>
        ))}
      </ul>
      <p class="quiet-text">{more(held.length, HELD_MAX)}</p>
    </details>
  )
}
