import { amountText, resourceName } from '../amounts.ts'
import type { RequestFacts } from '../protocol.ts'
import { addEdits, dragWeight, settleWeights } from './actions.ts'
import * as state from './state.ts'

const STEPS = 200
const WEIGHT_MAX = 10

/** Sliders for what the pod asks for and for what the plugins weigh. */
export function TryPanel() {
  const found = state.answer.value
  if (found === null) return null
  const weighed = found.scores.length > 0 || Object.keys(state.weights.value).length > 0
  return (
    <section class="panel" aria-labelledby="try-title">
      <h2 id="try-title">Try something</h2>
      {found.requests.map((request) => (
        <RequestSlider key={request.resource} request={request} />
      ))}
      {weighed && <Weights />}
      <p class="quiet-text">
        Cordon, taint or take away a node from its sheet: choose one on the map.
      </p>
    </section>
  )
}

function RequestSlider({ request }: { readonly request: RequestFacts }) {
  const { resource, asked, given, largest, least } = request
  const name = resourceName(resource)
  const edit = state.edits.value.find((one) => one.op === 'setRequest' && one.resource === resource)
  const now = edit !== undefined && edit.op === 'setRequest' ? edit.milli / 1000 : asked
  const high = Math.max(largest * 1.1, given, asked, 1)
  const step = stepOf(resource, high)
  return (
    <label class="slider">
      <span class="slider-head">
        <span>{name} it asks for</span>
        <b>{amountText(resource, now)}</b>
      </span>
      <input
        type="range"
        min={least}
        max={high}
        step={step}
        value={now}
        aria-valuetext={`${amountText(resource, now)} ${name}`}
        onInput={({ currentTarget }) => {
          const milli = Math.round(Number(currentTarget.value) * 1000)
          addEdits([{ op: 'setRequest', resource, milli }])
        }}
      />
      <span class="slider-foot">
        <span>as written: {amountText(resource, given)}</span>
        <span>largest node: {amountText(resource, largest)}</span>
      </span>
    </label>
  )
}

function stepOf(resource: string, high: number): number {
  if (resource === 'cpu') return 0.05
  return Math.max(1, Math.floor(high / STEPS))
}

/** While one moves, totals are added up here; the engine confirms when it is let go. */
function Weights() {
  const found = state.answer.value
  const now = { ...state.weights.value, ...state.draggedWeights.value }
  const off = Object.keys(state.weights.value).filter(
    (plugin) => !found?.scores.some((one) => one.plugin === plugin),
  )
  const plugins = [...(found?.scores ?? []), ...off.map((plugin) => ({ plugin, weight: 0 }))]
  return (
    <details class="weights" open={found?.outcome === 'scheduled'}>
      <summary>What each score plugin weighs</summary>
      {plugins.map(({ plugin, weight }) => {
        const value = now[plugin] ?? weight
        return (
          <label key={plugin} class="slider">
            <span class="slider-head">
              <span>{plugin}</span>
              <b>{value === 0 ? 'off' : value}</b>
            </span>
            <input
              type="range"
              min={0}
              max={Math.max(WEIGHT_MAX, value)}
              step={1}
              value={value}
              aria-valuetext={value === 0 ? 'off' : String(value)}
              onInput={({ currentTarget }) => dragWeight(plugin, Number(currentTarget.value))}
              onChange={settleWeights}
            />
          </label>
        )
      })}
    </details>
  )
}
