import { useSignal } from '@preact/signals'
import type { PictureKind } from '../../answers.ts'
import * as state from '../state.ts'
import { findAnswer } from './task-actions.ts'
import { Check, Form, NumberField, PodField } from './task-fields.tsx'

/** What can be asked about the cluster as a whole, in a line each. */

const COPIES_MAX = 5000
const SECONDS_MAX = 31 * 24 * 3600

export function TaskForm({ kind }: { readonly kind: Exclude<PictureKind, 'audit'> }) {
  switch (kind) {
    case 'decisions':
      return <DecisionsForm />
    case 'capacity':
      return <CapacityForm />
    case 'drain':
      return <DrainForm />
    case 'simulation':
      return <SimulationForm />
    case 'comparison':
      return <ComparisonForm />
  }
}

function DecisionsForm() {
  return <Form button="Decide all" ask={() => findAnswer({ kind: 'decisions' })} />
}

function CapacityForm() {
  const pod = useSignal(state.pod.peek())
  const max = useSignal(1000)
  return (
    <Form
      button="Fill the cluster"
      ask={() => findAnswer({ kind: 'capacity', pod: pod.value, max: max.value })}
    >
      <PodField
        value={pod.value}
        change={(key) => {
          pod.value = key
        }}
      />
      <NumberField
        name="copies at most"
        least={1}
        most={COPIES_MAX}
        value={max.value}
        change={(value) => {
          max.value = value
        }}
      />
    </Form>
  )
}

const ANY = ''

function DrainForm() {
  const names = state.answer.value?.board.names ?? []
  const node = useSignal(state.selected.peek() || (names[0] ?? ANY))
  const [force, emptyDir] = [useSignal(true), useSignal(true)]
  const ask = () => {
    findAnswer({
      kind: 'drain',
      nodes: node.value === ANY ? [] : [node.value],
      force: force.value,
      deleteEmptyDirData: emptyDir.value,
    })
  }
  return (
    <Form button="Plan it" ask={ask}>
      <label class="field">
        <span>Node</span>
        <select
          value={node.value}
          onChange={({ currentTarget }) => {
            node.value = currentTarget.value
          }}
        >
          <option value={ANY}>as many as can be emptied</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Check
        name="--force"
        says="evict pods without a controller too"
        isOn={force.value}
        set={(isOn) => {
          force.value = isOn
        }}
      />
      <Check
        name="--delete-emptydir-data"
        says="evict pods with emptyDir volumes too"
        isOn={emptyDir.value}
        set={(isOn) => {
          emptyDir.value = isOn
        }}
      />
    </Form>
  )
}

function SimulationForm() {
  const pod = useSignal(state.pod.peek())
  const [copies, everySeconds, runSeconds, until] = [
    useSignal(60),
    useSignal(10),
    useSignal(300),
    useSignal(1200),
  ]
  const fields = [
    ['copies', copies, COPIES_MAX],
    ['one every so many seconds', everySeconds, SECONDS_MAX],
    ['each runs for seconds', runSeconds, SECONDS_MAX],
    ['seconds in all', until, SECONDS_MAX],
  ] as const
  const ask = () => {
    findAnswer({
      kind: 'simulation',
      pod: pod.value,
      copies: copies.value,
      everySeconds: everySeconds.value,
      runSeconds: runSeconds.value,
      until: until.value,
    })
  }
  return (
    <Form button="Let time pass" ask={ask}>
      <PodField
        value={pod.value}
        change={(key) => {
          pod.value = key
        }}
      />
      {fields.map(([name, value, most]) => (
        <NumberField
          key={name}
          name={name}
          most={most}
          value={value.value}
          change={(number) => {
            value.value = number
          }}
        />
      ))}
    </Form>
  )
}

function ComparisonForm() {
  const others = (state.cluster.value?.profiles ?? []).filter(
    (name) => name !== state.profile.value,
  )
  const other = useSignal(others.findLast((name) => name.startsWith('kubernetes-')) ?? '')
  const pods = useSignal<'waiting' | 'all'>('all')
  return (
    <Form
      button="Compare"
      ask={() => findAnswer({ kind: 'comparison', other: other.value, pods: pods.value })}
    >
      <label class="field">
        <span>{state.profile} with</span>
        <select
          value={other.value}
          onChange={({ currentTarget }) => {
            other.value = currentTarget.value
          }}
        >
          {others.toReversed().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>of</span>
        <select
          value={pods.value}
          onChange={({ currentTarget }) => {
            pods.value = currentTarget.value === 'all' ? 'all' : 'waiting'
          }}
        >
          <option value="all">everything, placed anew</option>
          <option value="waiting">the waiting pods</option>
        </select>
      </label>
    </Form>
  )
}
