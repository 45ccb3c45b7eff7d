import { secondsText } from '../../../cli/text/seconds.ts'
import type { AnswerOf } from '../../answers.ts'
import { count } from '../words.ts'
import { Figures, Headline, Part } from './parts.tsx'
import { Lanes } from './simulation-lanes.tsx'

type Simulation = AnswerOf<'simulation'>
type Sample = Simulation['utilisation']['series'][number]

const WIDTH = 900
const HEIGHT = 130

/** Who ran where and when, how full the cluster was, and who waited how long. */
export function SimulationPicture({ answer }: { readonly answer: Simulation }) {
  const { until, cutOffAt, waits, utilisation } = answer
  const came = waits.reduce((sum, { pods }) => sum + pods, 0)
  const placed = waits.reduce((sum, { scheduled }) => sum + scheduled, 0)
  const isAll = placed === came
  const longest = waits.reduce((most, { maxSeconds }) => Math.max(most, maxSeconds ?? 0), 0)
  return (
    <>
      <Headline
        tone={isAll ? 'fits' : 'refused'}
        mark={isAll ? '✓' : '✗'}
        word={`${placed} of ${count(came, 'pod')} placed`}
      >
        Over {secondsText(until)}; the longest that was placed waited {secondsText(longest)}.
      </Headline>
      {cutOffAt !== null && (
        <p class="warning">Given up after {secondsText(cutOffAt)}: it became too much work.</p>
      )}
      <Figures
        figures={[
          { name: 'CPU asked for, on average', value: percent(utilisation.cpu) },
          { name: 'memory', value: percent(utilisation.memory) },
          { name: 'events', value: answer.events.length },
        ]}
      />
      <Part title="How full">
        <Utilisation series={utilisation.series} until={until} />
        <p class="legend">
          <span>
            <i class="swatch line-cpu" /> CPU asked for
          </span>
          <span>
            <i class="swatch line-memory" /> memory asked for
          </span>
          <span>
            <i class="swatch area-waiting" /> pods that wait, up to{' '}
            {Math.max(0, ...utilisation.series.map(({ waiting }) => waiting))}
          </span>
        </p>
      </Part>
      <Part title="Who ran where, and when">
        <Lanes answer={answer} />
      </Part>
      <Part title="Waits, by priority">
        <table class="facts">
          <thead>
            <tr>
              {['Priority', 'Came', 'Placed', 'Mean', 'Median', 'Longest'].map((title) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {waits.map(({ priority, pods, scheduled, ...seconds }) => (
              <tr key={priority}>
                <th scope="row" class="number">
                  {priority}
                </th>
                <td class="number">{pods}</td>
                <td class="number">{scheduled}</td>
                <td class="number">{waitText(seconds.meanSeconds)}</td>
                <td class="number">{waitText(seconds.medianSeconds)}</td>
                <td class="number">{waitText(seconds.maxSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </>
  )
}

function percent(part: number): string {
  return `${Math.round(100 * part)} %`
}

function waitText(seconds: number | null): string {
  return seconds === null ? '' : secondsText(seconds)
}

/** Shares as steps, since they hold until something changes; waiting pods as an area below. */
function Utilisation({
  series,
  until,
}: {
  readonly series: readonly Sample[]
  readonly until: number
}) {
  const most = Math.max(1, ...series.map(({ waiting }) => waiting))
  const x = (at: number) => (WIDTH * at) / Math.max(1, until)
  const y = (part: number) => HEIGHT * (1 - Math.min(1, part))
  const steps = (of: (sample: Sample) => number) => {
    const [first] = series
    if (first === undefined) return ''
    let path = `M0 ${y(of(first))}`
    for (const sample of series) path += `H${x(sample.at)}V${y(of(sample))}`
    return `${path}H${WIDTH}`
  }
  const last = series.at(-1)
  const label = `Utilisation over ${secondsText(until)}; at the end CPU ${percent(last?.cpu ?? 0)}, memory ${percent(last?.memory ?? 0)}, ${last?.waiting ?? 0} pods waiting`
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <line key={part} class="grid-line" x1="0" x2={WIDTH} y1={y(part)} y2={y(part)} />
      ))}
      <path
        class="area-waiting"
        d={`${steps(({ waiting }) => (0.6 * waiting) / most)}V${HEIGHT}H0Z`}
      />
      <path class="line-memory" d={steps(({ memory }) => memory)} />
      <path class="line-cpu" d={steps(({ cpu }) => cpu)} />
    </svg>
  )
}
