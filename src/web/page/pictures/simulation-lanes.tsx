import { secondsText } from '../../../cli/text/seconds.ts'
import type { AnswerOf } from '../../answers.ts'
import { lanesOf, type Stretch } from '../../lanes.ts'
import { namesWith } from '../names.ts'
import { count } from '../words.ts'
import { more } from './parts.tsx'

const ROWS_MAX = 40
const LANES_MAX = 40
/** Where there are more, they are thin. */
const THICK_MAX = 8
const [THICK, THIN] = [10, 5]
const WIDTH = 1000
const TICKS = 4

/** A row a node, a bar a pod; those that wait stand above. */
export function Lanes({ answer: { pods, until } }: { readonly answer: AnswerOf<'simulation'> }) {
  const rows = lanesOf(pods, until)
  const names = namesWith(rows.map(({ name }) => name).filter((name) => name !== ''))
  const priorities = [...new Set(pods.map(({ priority }) => priority))].sort((a, b) => b - a)
  if (rows.length === 0) return <p class="quiet-text">Nothing comes and nothing goes.</p>
  return (
    <>
      <div class="lanes">
        {rows.slice(0, ROWS_MAX).map(({ name, lanes, stretches }) => {
          const thickness = lanes > THICK_MAX ? THIN : THICK
          const height = Math.min(LANES_MAX, lanes) * thickness + 2
          const what = name === '' ? 'waiting' : names.short(name)
          return (
            <div key={name} class={`lane-row ${name === '' ? 'waiting' : ''}`}>
              <span class="lane-name">{what}</span>
              <svg
                viewBox={`0 0 ${WIDTH} ${height}`}
                preserveAspectRatio="none"
                height={height}
                role="img"
                aria-label={`${what}: ${count(stretches.length, 'pod')}`}
              >
                {stretches
                  .filter(({ lane }) => lane < LANES_MAX)
                  .map((stretch) => (
                    <Bar
                      key={`${stretch.pod} ${stretch.from}`}
                      stretch={stretch}
                      thickness={thickness}
                      until={until}
                      colour={priorities.indexOf(stretch.priority) % 7}
                    />
                  ))}
              </svg>
            </div>
          )
        })}
        <div class="lane-row" aria-hidden="true">
          <span class="lane-name" />
          <span class="ticks">
            {Array.from({ length: TICKS + 1 }, (_, index) => (
              <span key={index}>{secondsText((until * index) / TICKS)}</span>
            ))}
          </span>
        </div>
      </div>
      <p class="legend">
        {priorities.slice(0, 7).map((priority, index) => (
          <span key={priority}>
            <i class={`swatch part part-${index}`} /> priority {priority}
          </span>
        ))}
        <span>{more(rows.length, ROWS_MAX)}</span>
      </p>
    </>
  )
}

function Bar({
  stretch: { pod, state, from, to, lane },
  thickness,
  until,
  colour,
}: {
  readonly stretch: Stretch
  readonly thickness: number
  readonly until: number
  readonly colour: number
}) {
  const x = (at: number) => (WIDTH * at) / Math.max(1, until)
  return (
    <rect
      class={`stretch part-${colour} ${state === 'waiting' ? 'waits' : ''}`}
      x={x(from)}
      y={lane * thickness + 1}
      width={Math.max(1.5, x(to) - x(from) - 1)}
      height={thickness - (thickness === THICK ? 2 : 1)}
    >
      <title>
        {pod}: {state}, {secondsText(from)} to {secondsText(to)}
      </title>
    </rect>
  )
}
