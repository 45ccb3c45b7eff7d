import { FITS } from '../../explain/board/board.ts'
import type { Answer } from '../protocol.ts'
import { chooseBeside, choosePod } from './actions.ts'
import { shortName, withShortNames } from './names.ts'
import { NodeMap } from './nodes/node-map.tsx'
import * as state from './state.ts'
import { count, wordsOf } from './words.ts'

export function BesideChoice() {
  const profiles = state.cluster.value?.profiles ?? []
  const isChanged = state.edits.value.length > 0 || Object.keys(state.weights.value).length > 0
  return (
    <label class="choice">
      <span>beside</span>
      <select
        value={state.beside.value}
        onChange={({ currentTarget }) => chooseBeside(currentTarget.value)}
      >
        <option value="">nothing</option>
        <option value="before" disabled={!isChanged}>
          before what I tried
        </option>
        {profiles
          .toReversed()
          .filter((name) => name !== state.profile.value)
          .map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}

/** The same pod elsewhere in time or release, and what is different. */
export function OtherSide() {
  const [here, there] = [state.answer.value, state.otherAnswer.value]
  if (state.beside.value === '') return null
  if (here === null || there === null) return <section class="other" aria-busy="true" />
  const words = wordsOf(there.outcome)
  const changed = changedPods()
  return (
    <section class="other" aria-label="The other side">
      <h3>
        {state.beside.value === 'before'
          ? 'Before what was tried'
          : `As ${there.question.profile} decides`}
      </h3>
      <p class="other-verdict">
        <span class={`mark ${words.tone}`}>
          {words.mark} {words.word}.
        </span>{' '}
        {withShortNames(there.headline)}
      </p>
      <p class="quiet-text">{differences(here, there)}</p>
      <NodeMap isOther />
      {changed.length > 0 && (
        <>
          <h3>{count(changed.length, 'waiting pod differs', 'waiting pods differ')}</h3>
          <ul class="changes">
            {changed.map(({ key, from, to }) => (
              <li key={key}>
                <button type="button" class="link" onClick={() => choosePod(key)}>
                  {key}
                </button>{' '}
                {from} → {to}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function differences(here: Answer, there: Answer): string {
  const rows = new Map(there.board.names.map((name, node) => [name, node]))
  let [verdicts, totals, gone] = [0, 0, 0]
  for (const [node, name] of here.board.names.entries()) {
    const other = rows.get(name)
    if (other === undefined) {
      gone++
      continue
    }
    const fits = here.board.verdict[node] === FITS
    if (fits !== (there.board.verdict[other] === FITS)) verdicts++
    else if (fits && here.board.total[node] !== there.board.total[other]) totals++
  }
  const isSame = here.node === there.node || tiedTogether(here, there)
  const place = isSame ? 'The same place' : `Another place: ${placeOf(there)} → ${placeOf(here)}`
  const only = gone > 0 ? `; ${count(gone, 'node')} only on one side` : ''
  return `${place}; ${count(verdicts, 'verdict')} and ${count(totals, 'total')} differ${only}.`
}

/** Of equals any may be chosen: that is no difference. */
function tiedTogether(here: Answer, there: Answer): boolean {
  const { tied = [] } = here.decision
  return (
    there.node !== null &&
    tied.includes(there.node) &&
    (there.decision.tied ?? []).includes(here.node ?? '')
  )
}

function placeOf({ node }: Answer): string {
  return node === null ? 'no node' : shortName(node)
}

function changedPods(): { key: string; from: string; to: string }[] {
  return [...state.outcomes.value.values()].flatMap((one) => {
    const other = state.otherOutcomes.value.get(one.key)
    if (other === undefined || (other.outcome === one.outcome && other.text === one.text)) return []
    const text = (side: typeof one) =>
      `${wordsOf(side.outcome).word.toLowerCase()} (${withShortNames(side.text)})`
    return [{ key: one.key, from: text(other), to: text(one) }]
  })
}
