import type { PictureKind } from '../answers.ts'
import type { Answer } from '../protocol.ts'
import { colourBy, groupBy } from './actions.ts'
import { BesideChoice, OtherSide } from './compare.tsx'
import { Devices } from './devices.tsx'
import { DataDialog, KeysDialog, Reading } from './dialogs.tsx'
import { Funnel } from './funnel.tsx'
import { Header, openData } from './header.tsx'
import { HelpPanel } from './help-panel.tsx'
import { NodeMap } from './nodes/node-map.tsx'
import { NodeSheet } from './nodes/node-sheet.tsx'
import { NodeTable } from './nodes/node-table.tsx'
import { Candidates } from './pictures/candidates.tsx'
import { PodList } from './pod-list.tsx'
import * as state from './state.ts'
import { PictureView, ViewTabs } from './tasks/picture-view.tsx'
import { view } from './tasks/task-actions.ts'
import { TryPanel } from './try-panel.tsx'
import { StatusLine, Verdict } from './verdict.tsx'
import { count } from './words.ts'

export function App() {
  return (
    <>
      <Header />
      <ViewTabs />
      {view.value === 'why' ? <Why /> : <Whole kind={view.value} />}
      {view.value === 'why' && <StatusLine />}
      <Reading />
      <DataDialog />
      <KeysDialog />
      <div class="drop" aria-hidden="true">
        Drop a dump of your cluster, manifests, or an answer of Berth
      </div>
    </>
  )
}

/** A question about the whole cluster. */
function Whole({ kind }: { readonly kind: PictureKind }) {
  return (
    <main>
      <PictureView kind={kind} />
    </main>
  )
}

/** One pod: why it waits or where it goes, node by node. */
function Why() {
  const isBeside = state.beside.value !== ''
  return (
    <div class="layout">
      <PodList />
      <main>
        {state.notice.value !== '' && (
          <p class="warning" role="status">
            {state.notice}
          </p>
        )}
        {state.isSample.value && state.cluster.value !== null && <Invitation />}
        <Verdict />
        <Funnel />
        <div class="work">
          <section class="nodes-part" aria-label="Nodes">
            <MapChoices />
            <div class={isBeside ? 'sides' : ''}>
              <div class="side">
                {state.answer.value !== null &&
                  (state.showsTable.value ? <NodeTable /> : <NodeMap />)}
              </div>
              <OtherSide />
            </div>
            {state.answer.value !== null && <Behind answer={state.answer.value} />}
          </section>
          <div class="panels">
            {state.selected.value !== '' && state.sheet.value !== null ? (
              <NodeSheet />
            ) : (
              <>
                <HelpPanel />
                <TryPanel />
              </>
            )}
          </div>
        </div>
      </main>
    </div>
  )
}

/** What a newcomer looks at. */
function Invitation() {
  const waiting = state.cluster.value?.pods.filter(({ isPending }) => isPending).length ?? 0
  return (
    <p class="invitation">
      <b>A recorded cluster in which {count(waiting, 'pod')} wait.</b> Choose one: here stands why
      it waits, beside the nodes what would help. Its own kube-scheduler wrote the same messages.{' '}
      <button type="button" class="link" onClick={openData}>
        Open your cluster
      </button>
    </p>
  )
}

/** Below the nodes, where there is more to see: devices, and who could make room. */
function Behind({ answer }: { readonly answer: Answer }) {
  return (
    <>
      <Devices answer={answer} />
      {answer.preemption !== null && (
        <Candidates of={answer.question.pod} preemption={answer.preemption} />
      )}
    </>
  )
}

function MapChoices() {
  const found = state.answer.value
  const groupings = found?.board.groupings ?? []
  return (
    <div class="choices">
      <h2>Nodes</h2>
      <label class="choice">
        <span>by</span>
        <select
          value={state.grouping.value?.label ?? 'none'}
          onChange={({ currentTarget }) => groupBy(currentTarget.value)}
        >
          {groupings.map(({ label }) => (
            <option key={label} value={label}>
              {labelWord(label)}
            </option>
          ))}
          <option value="none">no group</option>
        </select>
      </label>
      <label class="choice">
        <span>coloured by</span>
        <select
          value={state.colourNow.value}
          onChange={({ currentTarget }) => colourBy(currentTarget.value)}
        >
          <option value="reason">what refuses them</option>
          <option value="total">total points</option>
          {(found?.scores ?? []).map(({ plugin }) => (
            <option key={plugin} value={plugin}>
              {plugin}
            </option>
          ))}
        </select>
      </label>
      <BesideChoice />
      <button
        type="button"
        class="link"
        aria-pressed={state.showsTable.value}
        onClick={() => {
          state.showsTable.value = !state.showsTable.value
        }}
      >
        {state.showsTable.value ? 'Map' : 'Table'}
      </button>
    </div>
  )
}

/** What comes after the last slash says enough. */
function labelWord(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1)
}
