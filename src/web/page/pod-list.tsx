import { useComputed, useSignal } from '@preact/signals'
import { choosePod } from './actions.ts'
import { withShortNames } from './names.ts'
import * as state from './state.ts'
import { wordsOf } from './words.ts'

const SHOWN_MAX = 300
const RUNNING_SHOWN_MAX = 50

/** The pods that wait, with what becomes of each; running ones are found by name. */
export function PodList() {
  const wanted = useSignal('')
  const shown = useComputed(() => {
    const pods = state.cluster.value?.pods ?? []
    const text = wanted.value.trim().toLowerCase()
    const found = text === '' ? pods : pods.filter(({ key }) => key.toLowerCase().includes(text))
    const waiting = found.filter(({ isPending }) => isPending)
    const running = found.filter(({ isPending }) => !isPending)
    return { waiting, running, isFiltered: text !== '' }
  })
  const { waiting, running, isFiltered } = shown.value
  const runningShown = isFiltered || waiting.length === 0 ? running.slice(0, RUNNING_SHOWN_MAX) : []
  return (
    <nav class="pods" aria-label="Pods">
      <div class="pods-head">
        <h2>
          Waiting pods <span class="count">{waiting.length}</span>
        </h2>
        <input
          id="find"
          type="search"
          placeholder="Find a pod  /"
          aria-label="Find a pod, waiting or running"
          value={wanted.value}
          onInput={({ currentTarget }) => {
            wanted.value = currentTarget.value
          }}
          onKeyDown={(event) => {
            const [first] = [...waiting, ...runningShown]
            if (event.key === 'Enter' && first !== undefined) choosePod(first.key)
            if (event.key === 'Escape') {
              wanted.value = ''
              event.currentTarget.blur()
            }
          }}
        />
      </div>
      <ul>
        {waiting.slice(0, SHOWN_MAX).map(({ key }) => (
          <PodItem key={key} name={key} />
        ))}
        {waiting.length > SHOWN_MAX && (
          <li class="more">and {waiting.length - SHOWN_MAX} more: find them by name</li>
        )}
        {waiting.length === 0 && (
          <li class="more">
            {isFiltered ? 'No waiting pod is named so.' : 'Nothing waits. Ask about a running one:'}
          </li>
        )}
        {runningShown.length > 0 && <li class="pods-part">Running, asked as if they came anew</li>}
        {runningShown.map(({ key }) => (
          <PodItem key={key} name={key} />
        ))}
        {running.length > runningShown.length && (
          <li class="more">
            {running.length - runningShown.length} {isFiltered ? 'more' : ''} running: find them by
            name
          </li>
        )}
      </ul>
    </nav>
  )
}

function PodItem({ name }: { readonly name: string }) {
  const isCurrent = state.pod.value === name
  const outcome = state.outcomes.value.get(name)
  const before = state.otherOutcomes.value.get(name)
  const words = outcome === undefined ? null : wordsOf(outcome.outcome)
  const isChanged =
    before !== undefined &&
    outcome !== undefined &&
    (before.outcome !== outcome.outcome || before.text !== outcome.text)
  return (
    <li>
      <button
        type="button"
        class={`pod ${isCurrent ? 'current' : ''}`}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => choosePod(name)}
      >
        <span class={`mark ${words?.tone ?? ''}`} aria-hidden="true">
          {words?.mark ?? '·'}
        </span>
        <span class="pod-name">{name}</span>
        <span class="pod-why">
          {words !== null && (
            <span class={outcome?.outcome === 'unschedulable' ? 'unseen' : ''}>{words.word}: </span>
          )}
          {outcome === undefined ? '' : withShortNames(outcome.text)}
          {outcome?.outcome === 'scheduled' && outcome.feasible > 1
            ? `, or ${outcome.feasible - 1} more`
            : ''}
        </span>
        {isChanged && <span class="changed">differs</span>}
      </button>
    </li>
  )
}
