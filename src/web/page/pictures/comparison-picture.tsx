import type { NodeNames } from '../../../cli/text/node-names.ts'
import type { AnswerOf } from '../../answers.ts'
import { namesWith } from '../names.ts'
import { count, wordsOf } from '../words.ts'
import { Figures, Headline, more, Part, podText } from './parts.tsx'

type Comparison = AnswerOf<'comparison'>
type Difference = Comparison['differences'][number]

const SHOWN_MAX = 100

/** What moves between two sides, and what only looks as if it did, since nodes were tied. */
export function ComparisonPicture({ answer }: { readonly answer: Comparison }) {
  const { differences, summary, a, b } = answer
  const isSame = differences.length === 0 && summary.unknown === 0
  const [tone, mark] = isSame ? (['fits', '✓'] as const) : marksOf(summary.lost)
  const names = namesWith(
    differences.flatMap(({ a: from, b: to }) =>
      [from?.node ?? null, to?.node ?? null].filter((one) => one !== null),
    ),
  )
  return (
    <>
      <Headline
        tone={tone}
        mark={mark}
        word={
          isSame
            ? 'No difference'
            : `${count(summary.moved + summary.gained + summary.lost, 'pod')} elsewhere`
        }
      >
        {a.profile} and {b.profile} on {count(summary.pods, 'pod')}:{' '}
        {summary.lost > 0 ? `${summary.lost} would lose their place` : 'nobody loses a place'}.
      </Headline>
      <Shares summary={summary} />
      <Figures
        figures={[
          { name: 'equal', value: summary.equal },
          { name: 'move', value: summary.moved },
          { name: 'gain a node', value: summary.gained },
          { name: 'lose theirs', value: summary.lost },
          { name: 'move inside a tie', value: summary.movedInTies },
          { name: 'other victims', value: summary.victimsChanged },
          { name: 'on one side only', value: summary.onlyInA + summary.onlyInB },
          { name: 'cannot be told', value: summary.unknown },
        ]}
      />
      {summary.movedInTies > 0 && <Ties summary={summary} />}
      {summary.plugins.length > 0 && (
        <Part title="Behind it" note="Verdicts and scores that differ, by plugin.">
          <table class="facts narrow">
            <thead>
              <tr>
                <th scope="col">Plugin</th>
                <th scope="col" class="number">
                  Verdicts
                </th>
                <th scope="col" class="number">
                  Scores
                </th>
              </tr>
            </thead>
            <tbody>
              {summary.plugins.map(({ plugin, verdicts, scores }) => (
                <tr key={plugin}>
                  <th scope="row">{plugin}</th>
                  <td class="number">{verdicts.toLocaleString('en')}</td>
                  <td class="number">{scores.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {differences.length > 0 && (
        <Part title="Pods that differ">
          <table class="facts">
            <thead>
              <tr>
                <th scope="col">Pod</th>
                <th scope="col">{a.profile}</th>
                <th scope="col">{b.profile}</th>
                <th scope="col">Because</th>
              </tr>
            </thead>
            <tbody>
              {[...differences]
                .sort(heaviestFirst)
                .slice(0, SHOWN_MAX)
                .map((one) => (
                  <tr key={podText(one.pod)}>
                    <th scope="row">{podText(one.pod)}</th>
                    <td>
                      <Side side={one.a} names={names} />
                    </td>
                    <td>
                      <Side side={one.b} names={names} />
                    </td>
                    <td>{because(one, names)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
          <p class="quiet-text">{more(differences.length, SHOWN_MAX)}</p>
        </Part>
      )}
    </>
  )
}

/** Moves that are none, each with how many nodes it was drawn from. */
function Ties({ summary: { movedInTies, ties } }: Pick<Comparison, 'summary'>) {
  const names = namesWith(ties.flatMap(({ a, b }) => [a, b]))
  return (
    <>
      <p class="quiet-text">
        {count(movedInTies, 'pod goes', 'pods go')} to another node that was as good: the scheduler
        might have drawn it on either side. They count as equal.
      </p>
      <details>
        <summary>Moves inside ties</summary>
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">Pod</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" class="number">
                Nodes as good on both sides
              </th>
            </tr>
          </thead>
          <tbody>
            {ties.map(({ pod, a, b, tied }) => (
              <tr key={podText(pod)}>
                <th scope="row">{podText(pod)}</th>
                <td>{names.short(a)}</td>
                <td>{names.short(b)}</td>
                <td class="number">{tied}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="quiet-text">{more(movedInTies, ties.length)}</p>
      </details>
    </>
  )
}

function marksOf(lost: number): readonly ['refused' | 'held', string] {
  return lost > 0 ? ['refused', '✗'] : ['held', '~']
}

/** What becomes of a pod matters more than how. */
const WEIGHTS = ['outcome', 'node', 'victims', 'verdicts', 'scores'] as const

function heaviestFirst(a: Difference, b: Difference): number {
  const weigh = ({ changed }: Difference) => WEIGHTS.findIndex((one) => changed.includes(one))
  return weigh(a) - weigh(b)
}

const SHARES = [
  ['equal', 'fits'],
  ['moved', 'moved'],
  ['gained', 'accent'],
  ['lost', 'refused'],
  ['unknown', 'unknown'],
] as const

/** All pods as one bar, by what becomes of them. */
function Shares({ summary }: Pick<Comparison, 'summary'>) {
  return (
    <span class="room-bar tall" aria-hidden="true">
      {SHARES.map(([of, tone]) => (
        <span
          key={of}
          class={`tone-${tone}`}
          style={{ width: `${(100 * summary[of]) / Math.max(1, summary.pods)}%` }}
          title={`${of}: ${summary[of]}`}
        />
      ))}
    </span>
  )
}

function Side({ side, names }: { readonly side: Difference['a']; readonly names: NodeNames }) {
  if (side === null) return <span class="mark">no such pod</span>
  const words = wordsOf(side.outcome)
  return (
    <span class={`mark ${words.tone}`}>
      {words.mark} {side.node === null ? words.word.toLowerCase() : names.short(side.node)}
    </span>
  )
}

/** The largest movement of points, else the first node that was taken away or given. */
function because({ scores, verdicts, changed }: Difference, names: NodeNames): string {
  const [flip] = verdicts
  if (flip !== undefined) {
    const refusing = [flip.a, flip.b].find((one) => one !== null && !one.feasible)
    const reason = refusing != null && !refusing.feasible ? refusing.reasons.join(', ') : ''
    const side = flip.b?.feasible === true ? 'not any more' : 'now'
    return `${names.short(flip.node)}: ${reason} (${side})${verdicts.length > 1 ? `; ${verdicts.length - 1} more nodes` : ''}`
  }
  const [moved] = scores
  if (moved === undefined) return changed.join(', ')
  const plugins = Object.entries(moved.plugins)
    .slice(0, 3)
    .map(([plugin, { delta }]) => `${plugin} ${delta > 0 ? '+' : '−'}${Math.abs(delta)}`)
  return `${names.short(moved.node)}: ${plugins.join(', ')}`
}
