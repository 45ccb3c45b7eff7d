import type { Pictured, PictureKind } from '../../answers.ts'
import { openData } from '../header.tsx'
import { AuditPicture } from '../pictures/audit-picture.tsx'
import { CapacityPicture } from '../pictures/capacity-picture.tsx'
import { ComparisonPicture } from '../pictures/comparison-picture.tsx'
import { DecisionsPicture } from '../pictures/decisions-picture.tsx'
import { DrainPicture } from '../pictures/drain-picture.tsx'
import { SimulationPicture } from '../pictures/simulation-picture.tsx'
import { Tried } from '../verdict.tsx'
import {
  cancelFinding,
  failure,
  finding,
  shown,
  showView,
  type View,
  view,
} from './task-actions.ts'
import { TaskForm } from './task-forms.tsx'

const VIEWS: readonly (readonly [View, string, string])[] = [
  ['why', 'Why', 'One pod: why it waits, what would help.'],
  ['decisions', 'All pods', 'All waiting pods, one after another as the scheduler takes them.'],
  ['capacity', 'Capacity', 'How many copies of a pod still fit, and what stops the next one.'],
  ['drain', 'Drain', 'Where everything on a node goes, in which waves, and what is in the way.'],
  ['simulation', 'Simulation', 'Pods come and go as time passes: who runs where, who waits.'],
  ['comparison', 'Compare', 'The same pods under another release: what moves, what only seems to.'],
  [
    'audit',
    'Audit',
    'An export of the audit log, verified here: drop the file that berth store export writes.',
  ],
]

export function ViewTabs() {
  return (
    <nav class="views" aria-label="Questions">
      {VIEWS.map(([name, title]) => (
        <button
          key={name}
          type="button"
          class="view"
          aria-current={view.value === name ? 'page' : undefined}
          onClick={() => showView(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}

/** A question about the whole cluster, and the picture of its answer. */
export function PictureView({ kind }: { readonly kind: PictureKind }) {
  const found = shown.value.get(kind)
  const [, title = '', says = ''] = VIEWS.find(([name]) => name === kind) ?? []
  const isFinding = finding.value === kind
  return (
    <section class="picture" aria-label={title} aria-busy={isFinding}>
      <p class="picture-says">{says}</p>
      {kind === 'audit' ? (
        found === undefined && <AuditInvitation />
      ) : (
        <TaskForm key={kind} kind={kind} />
      )}
      {kind !== 'audit' && <Tried />}
      {isFinding && (
        <p class="working" role="status">
          <progress aria-label="Working" /> Working in this tab…{' '}
          <button type="button" class="primary" onClick={cancelFinding}>
            Cancel
          </button>
        </p>
      )}
      {failure.value.length > 0 && (
        <div class="warning" role="alert">
          That cannot be answered: {failure.value.join('; ')}
        </div>
      )}
      {found !== undefined && (
        <div class={isFinding ? 'stale' : ''}>
          {found.file !== null && <p class="quiet-text">From {found.file}</p>}
          <Picture pictured={found.picture} />
        </div>
      )}
    </section>
  )
}

function AuditInvitation() {
  return (
    <p class="quiet-text">
      Every hash is computed again in this tab; nothing is asked of the server that wrote it.{' '}
      <button type="button" class="link" onClick={openData}>
        Open an export
      </button>
    </p>
  )
}

function Picture({ pictured }: { readonly pictured: Pictured }) {
  switch (pictured.kind) {
    case 'decisions':
      return <DecisionsPicture answer={pictured.answer} />
    case 'capacity':
      return <CapacityPicture answer={pictured.answer} />
    case 'drain':
      return <DrainPicture answer={pictured.answer} />
    case 'simulation':
      return <SimulationPicture answer={pictured.answer} />
    case 'comparison':
      return <ComparisonPicture answer={pictured.answer} />
    case 'audit':
      return <AuditPicture answer={pictured.answer} />
  }
}
