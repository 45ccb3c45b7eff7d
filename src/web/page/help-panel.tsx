import { useSignal } from '@preact/signals'
import { commandOf } from '../edits.ts'
import type { Answer, LadderRung, Remedy } from '../protocol.ts'
import { addEdits, askHelp, endHelp, selectNode } from './actions.ts'
import { shortName, withShortNames } from './names.ts'
import * as state from './state.ts'
import { count } from './words.ts'

/** What would help a pod that waits; why a pod that fits does not go elsewhere. */
export function HelpPanel() {
  const [found, help] = [state.answer.value, state.help.value]
  if (found === null) return null
  if (found.outcome === 'scheduled') {
    return (
      <section class="panel" aria-labelledby="ladder-title">
        <h2 id="ladder-title">The best nodes</h2>
        <Ladder answer={found} rungs={help?.ladder ?? []} />
      </section>
    )
  }
  if (found.outcome === 'unknown') return <Gaps gaps={found.unknown} />
  return (
    <section class="panel" id="remedies" aria-labelledby="remedies-title" tabIndex={-1}>
      <h2 id="remedies-title">What would help</h2>
      {help === null && <Searching />}
      {help !== null && help.remedies.length === 0 && found.preemption?.node == null && (
        <p class="quiet-text">
          None of the {help.tried} changes that were tried makes it fit: more than three things are
          in the way of every node, or what is missing cannot be added by one change.
        </p>
      )}
      {help?.remedies.map((remedy) => (
        <RemedyCard key={remedy.text} remedy={remedy} />
      ))}
      {found.preemption !== null && found.preemption.node !== null && (
        <Victims answer={found} node={found.preemption.node} />
      )}
      {help !== null && help.remedies.length > 0 && (
        <p class="quiet-text">
          {count(help.tried, 'change')} tried, each decided again in {Math.round(help.ms)} ms.
        </p>
      )}
    </section>
  )
}

/** How far the search is; it goes on beside everything else, and can be ended. */
function Searching() {
  const tried = state.helpTried.value
  if (tried === null) {
    return (
      <p class="quiet-text">
        The search was given up.{' '}
        <button type="button" class="link" onClick={askHelp}>
          Search again
        </button>
      </p>
    )
  }
  return (
    <p class="quiet-text" role="status">
      Trying changes, each decided again{tried === 0 ? '…' : `: ${tried} until now.`}{' '}
      <button type="button" class="link" onClick={endHelp}>
        Stop
      </button>
    </p>
  )
}

/** What is missing before anything can be said, and how to get it. */
function Gaps({ gaps }: { readonly gaps: Answer['unknown'] }) {
  return (
    <section class="panel" id="remedies" aria-labelledby="gaps-title" tabIndex={-1}>
      <h2 id="gaps-title">What is missing</h2>
      {gaps.map(({ kind, plugin, why, command }) => (
        <article class="card" key={`${plugin} ${why}`}>
          <h3>{kind ?? plugin}</h3>
          <p>
            {capital(why)}; {plugin} reads it.
          </p>
          {command !== null && (
            <pre class="command">
              <code>{command}</code>
            </pre>
          )}
        </article>
      ))}
      <p class="quiet-text">With it in a file beside the dump, drop both together.</p>
    </section>
  )
}

function RemedyCard({ remedy }: { readonly remedy: Remedy }) {
  const isCopied = useSignal(false)
  const { text, feasible, node, displaced, edits } = remedy
  const commands = edits.map(commandOf)
  const command = commands.every((one) => one !== null) ? commands.join('\n') : null
  const copy = async () => {
    await navigator.clipboard.writeText(command ?? '')
    isCopied.value = true
  }
  return (
    <article class="card remedy">
      <h3>{withShortNames(capital(text))}</h3>
      <p class="consequence">
        {feasible === 1 && node !== null
          ? `Then it fits ${text.includes(node) ? 'there' : `on ${shortName(node)}`}.`
          : `Then it fits on ${count(feasible, 'node')}.`}
        {displaced !== null &&
          (displaced.node === null
            ? ` ${displaced.pod} has to leave and finds no other node.`
            : ` ${displaced.pod} has to leave; ${shortName(displaced.node)} can take it.`)}
      </p>
      <div class="card-actions">
        <button type="button" class="primary" onClick={() => addEdits(edits)}>
          Try it
        </button>
        {command !== null && (
          <button type="button" class="link" title={command} onClick={() => void copy()}>
            {isCopied.value ? 'Copied' : 'Copy kubectl'}
          </button>
        )}
      </div>
    </article>
  )
}

function Victims({ answer, node }: { readonly answer: Answer; readonly node: string }) {
  const victims = answer.preemption?.victims ?? []
  const hurts = victims.filter(({ pdbViolated }) => pdbViolated).length
  return (
    <article class="card preempts">
      <h3>The scheduler would make room itself</h3>
      <p>
        It would evict {count(victims.length, 'pod')} on {shortName(node)}:{' '}
        {victims
          .slice(0, 4)
          .map(({ namespace, name, priority }) => `${namespace}/${name} (priority ${priority})`)
          .join(', ')}
        {victims.length > 4 ? ` and ${victims.length - 4} more` : ''}.
        {hurts > 0 ? ` ${count(hurts, 'eviction')} would break a disruption budget.` : ''}
      </p>
      <div class="card-actions">
        <button type="button" class="primary" onClick={() => selectNode(node)}>
          Show the node
        </button>
      </div>
    </article>
  )
}

const RUNGS_MAX = 9

function Ladder({
  answer,
  rungs,
}: {
  readonly answer: Answer
  readonly rungs: readonly LadderRung[]
}) {
  const totals = state.totals.value
  const { board, scores } = answer
  const dragged = state.draggedWeights.value
  const rows = board.names
    .map((_, node) => node)
    .filter((node) => board.verdict[node] === 0)
    .sort(
      (a, b) => totals[b] - totals[a] || Number(b === board.chosen) - Number(a === board.chosen),
    )
    .slice(0, RUNGS_MAX)
  const best = rows.length === 0 ? 0 : totals[rows[0]]
  return (
    <>
      <ol class="ladder">
        {rows.map((node) => {
          const name = board.names[node]
          const rung = rungs.find((one) => one.node === name)
          return (
            <li key={name}>
              <button type="button" class="rung" onClick={() => selectNode(name)}>
                <span class="rung-head">
                  <b>{Math.round(totals[node])}</b>
                  <span class="rung-name">{shortName(name)}</span>
                  {board.chosen === node && <span class="badge">chosen</span>}
                  {board.chosen !== node && totals[node] === best && (
                    <span class="badge quiet">tied</span>
                  )}
                </span>
                <span class="stack" aria-hidden="true">
                  {scores.map(({ plugin, weight, score }, index) => {
                    const points = score[node] * (dragged?.[plugin] ?? weight)
                    return points <= 0 || best <= 0 ? null : (
                      <span
                        key={plugin}
                        class={`part part-${index % 7}`}
                        style={{ width: `${(100 * points) / best}%` }}
                        title={`${plugin} ${points}`}
                      />
                    )
                  })}
                </span>
                {rung !== undefined && rung.behindBy > 0 && (
                  <span class="rung-why">
                    {rung.behindBy} less:{' '}
                    {rung.differences
                      .slice(0, 3)
                      .map(
                        ({ plugin, points }) =>
                          `${plugin} ${points > 0 ? '+' : '−'}${Math.abs(points)}`,
                      )
                      .join(', ')}
                    {rung.tippedBy !== null &&
                      `; ahead if ${rung.tippedBy.plugin} weighed ${rung.tippedBy.to}`}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
      <p class="legend">
        {scores.map(({ plugin, score }, index) =>
          rows.every((node) => score[node] === 0) ? null : (
            <span key={plugin}>
              <i class={`part part-${index % 7}`} /> {plugin}
            </span>
          ),
        )}
      </p>
    </>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
