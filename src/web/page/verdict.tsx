import { useSignal } from '@preact/signals'
import { describeEdit } from '../edits.ts'
import { removeEdit, reset, setWeights, undo } from './actions.ts'
import { shortName, withShortNames } from './names.ts'
import { saveScenario } from './save-scenario.ts'
import * as state from './state.ts'
import { count, wordsOf } from './words.ts'

/** The answer first: one sentence, then what kube-scheduler itself would write. */
export function Verdict() {
  const found = state.answer.value
  if (found === null) return <section class="verdict" aria-busy="true" />
  const words = wordsOf(found.outcome)
  return (
    <section class="verdict" aria-label="Answer">
      <div class="verdict-pod">
        {found.question.pod} <span class="verdict-as">as {found.question.profile} decides</span>
      </div>
      <p class="headline" aria-live="polite">
        <span class={`mark ${words.tone}`}>
          {words.mark} {words.word}.
        </span>{' '}
        {withShortNames(found.headline)}
      </p>
      {found.message !== null && <Message text={found.message} />}
      {state.unanswered.value.length > 0 && (
        <p class="warning" role="alert">
          That cannot be judged: {state.unanswered.value.join('; ')}
        </p>
      )}
      <Tried />
    </section>
  )
}

function Message({ text }: { readonly text: string }) {
  const isCopied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
  }
  return (
    <p class="message">
      <code>{text}</code>
      <button type="button" class="link" onClick={() => void copy()}>
        {isCopied.value ? 'copied' : 'copy'}
      </button>
    </p>
  )
}

/** Everything that is tried, to be taken back one by one. */
export function Tried() {
  const [edits, weights] = [state.edits.value, state.weights.value]
  const changed = Object.entries(weights)
  if (edits.length === 0 && changed.length === 0) return null
  return (
    <section class="tried" aria-label="What is tried">
      <span class="tried-title">What if:</span>
      {edits.map((edit, index) => (
        <span key={JSON.stringify(edit)} class="tried-chip">
          {withShortNames(describeEdit(edit))}
          <button
            type="button"
            aria-label={`Take back: ${describeEdit(edit)}`}
            onClick={() => removeEdit(index)}
          >
            ×
          </button>
        </span>
      ))}
      {changed.map(([plugin, weight]) => (
        <span key={plugin} class="tried-chip">
          {plugin} {weight === 0 ? 'off' : `weighs ${weight}`}
          <button
            type="button"
            aria-label={`Take back the weight of ${plugin}`}
            onClick={() => {
              const { [plugin]: _, ...rest } = weights
              setWeights(rest)
            }}
          >
            ×
          </button>
        </span>
      ))}
      <button type="button" class="link" onClick={undo}>
        Undo
      </button>
      <button type="button" class="link" onClick={reset}>
        Start over
      </button>
      <button
        type="button"
        class="link"
        onClick={saveScenario}
        title="The question and what is tried, never the data: berth decide --scenario asks it again"
      >
        Save as a file
      </button>
    </section>
  )
}

/** Below everything: how long it took, and what the answer does not know. */
export function StatusLine() {
  const found = state.answer.value
  const data = state.cluster.value
  if (found === null || data === null) return <footer class="status" />
  const missing = found.notEvaluated
  return (
    <footer class="status">
      <span>
        decided in {found.decideMs < 1 ? 'under 1' : Math.round(found.decideMs)} ms, here in this
        tab
      </span>
      <span>{count(data.runningCount, 'running pod')}</span>
      {missing.length > 0 && (
        <details>
          <summary>{count(missing.length, 'thing')} not judged</summary>
          <ul>
            {missing.map(({ what, reason }) => (
              <li key={`${what} ${reason}`}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      {found.node !== null && <span class="status-node">→ {shortName(found.node)}</span>}
    </footer>
  )
}
