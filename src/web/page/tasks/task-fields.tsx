import type { ComponentChildren } from 'preact'
import * as state from '../state.ts'

/** What the questions about the whole cluster are made of. */

export function Form({
  ask,
  button,
  children,
}: {
  readonly ask: () => void
  readonly button: string
  readonly children?: ComponentChildren
}) {
  return (
    <form
      class="task-form"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      {children}
      <button type="submit" class="primary strong">
        {button}
      </button>
    </form>
  )
}

export function NumberField({
  name,
  value,
  most,
  least = 0,
  change,
}: {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly least?: number
  readonly change: (value: number) => void
}) {
  return (
    <label class="field">
      <span>{name}</span>
      <input
        type="number"
        min={least}
        max={most}
        step={1}
        required
        value={value}
        onInput={({ currentTarget }) => {
          if (currentTarget.validity.valid) change(currentTarget.valueAsNumber)
        }}
      />
    </label>
  )
}

export function PodField({
  value,
  change,
}: {
  readonly value: string
  readonly change: (key: string) => void
}) {
  return (
    <label class="field">
      <span>Pod</span>
      <input
        type="text"
        list="all-pods"
        required
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <PodNames />
    </label>
  )
}

const NAMES_MAX = 1000

function PodNames() {
  return (
    <datalist id="all-pods">
      {(state.cluster.value?.pods ?? []).slice(0, NAMES_MAX).map(({ key }) => (
        <option key={key} value={key} />
      ))}
    </datalist>
  )
}

export function Check({
  name,
  says,
  isOn,
  set,
}: {
  readonly name: string
  readonly says: string
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
}) {
  return (
    <label class="check" title={says}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      <code>{name}</code>
    </label>
  )
}
