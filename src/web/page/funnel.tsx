import type { FunnelStep } from '../../explain/board/board.ts'
import { familyOf } from './palette.ts'
import * as state from './state.ts'
import { count } from './words.ts'

/** From all nodes to those that fit, filter by filter in the scheduler's order. */
export function Funnel() {
  const found = state.answer.value
  if (found === null) return <section class="funnel" />
  const total = found.board.names.length
  const { preFilter = null } = found.decision.filter ?? {}
  if (found.funnel.length === 0) {
    return (
      <section class="funnel" aria-label="Filters">
        <p class="funnel-note">
          {preFilter === null
            ? 'No filter was asked: the pod never came before the nodes.'
            : `${preFilter.plugin} refused the pod as such; no node was looked at.`}
        </p>
      </section>
    )
  }
  // A filter that refuses nothing, whoever else does, only says that it was there.
  const silent = found.funnel.filter(({ says }) => says === 0)
  return (
    <section class="funnel" aria-label="Filters, in the scheduler’s order">
      <ol>
        <li class="funnel-end">
          <b>{total.toLocaleString('en')}</b>
          <span>all nodes</span>
          <Bar left={total} total={total} />
        </li>
        {found.funnel.map((step, index) =>
          step.says === 0 ? null : (
            <Step key={step.plugin} step={step} index={index} total={total} />
          ),
        )}
        <li class={`funnel-end ${found.feasible > 0 ? 'fits' : 'refused'}`}>
          <b>{found.feasible.toLocaleString('en')}</b>
          <span>{found.feasible === 1 ? 'fits' : 'fit'}</span>
          <Bar left={found.feasible} total={total} />
        </li>
      </ol>
      <p class="funnel-note">
        Filters in the scheduler’s order, each with the nodes that it is the first to refuse; choose
        one to see them.
        {silent.length > 0 && ` Refuse no node: ${silent.map(({ plugin }) => plugin).join(', ')}.`}
      </p>
    </section>
  )
}

function Step({
  step,
  index,
  total,
}: {
  readonly step: FunnelStep
  readonly index: number
  readonly total: number
}) {
  const isEmphasized = state.emphasized.value === index
  return (
    <li>
      <button
        type="button"
        class={`funnel-step ${isEmphasized ? 'current' : ''}`}
        aria-pressed={isEmphasized}
        onClick={() => {
          state.emphasized.value = isEmphasized ? -1 : index
          state.colour.value = isEmphasized ? '' : 'reason'
        }}
        title={`Refuses ${count(step.says, 'node')}; of ${step.alone} it is the only one that does`}
      >
        <span class="funnel-name">
          <span class={`letter family-${familyOf(step.plugin)}`} aria-hidden="true">
            {familyOf(step.plugin)}
          </span>
          {step.plugin}
        </span>
        <span class="funnel-numbers">
          <b>{step.first === 0 ? '0' : `−${step.first.toLocaleString('en')}`}</b>
          <span>{alsoOf(step)}</span>
        </span>
        <Bar left={step.left} total={total} lost={step.first} family={familyOf(step.plugin)} />
      </button>
    </li>
  )
}

/** What the first refusals do not tell: whom it would refuse too, and where it alone is in the way. */
function alsoOf({ says, first, alone }: FunnelStep): string {
  const parts = [
    ...(alone > 0 ? [`only obstacle on ${alone.toLocaleString('en')}`] : []),
    ...(says > first ? [`${(says - first).toLocaleString('en')} refused before it too`] : []),
  ]
  return parts.join('; ')
}

function Bar({
  left,
  total,
  lost = 0,
  family = '',
}: {
  readonly left: number
  readonly total: number
  readonly lost?: number
  readonly family?: string
}) {
  const share = (part: number) => `${total === 0 ? 0 : (100 * part) / total}%`
  return (
    <span class="bar" aria-hidden="true">
      <span class="bar-left" style={{ width: share(left) }} />
      <span class={`bar-lost family-${family}`} style={{ width: share(lost) }} />
    </span>
  )
}
