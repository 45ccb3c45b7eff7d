import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NodeSheet as Sheet, SheetPod } from '../../../explain/board/node-sheet.ts'
import type { FilterRejection } from '../../../explain/why/every-filter.ts'
import type { Detail } from '../../../scheduler/framework/detail.ts'
import { amountText, resourceName } from '../../amounts.ts'
import { addEdits, choosePod, markNode, selectNode } from '../actions.ts'
import { shortName } from '../names.ts'
import { familyOf } from '../palette.ts'
import * as state from '../state.ts'
import { count } from '../words.ts'
import { describeDetail } from './describe-detail.ts'

/** Everything about one node: what each filter says, its points, its room, its pods. */
export function NodeSheet() {
  const title = useRef<HTMLHeadingElement>(null)
  const found = state.sheet.value
  const name = found?.node ?? ''
  useEffect(() => {
    if (name !== '') title.current?.focus({ preventScroll: true })
  }, [name])
  if (found === null || state.selected.value === '') return null
  return (
    <aside class="sheet" aria-labelledby="sheet-title">
      <div class="sheet-head">
        <h2 id="sheet-title" ref={title} tabIndex={-1}>
          {shortName(found.node)}
        </h2>
        <button
          type="button"
          class="icon"
          aria-label="Close the node’s sheet"
          onClick={() => selectNode('')}
        >
          ×
        </button>
      </div>
      <p class="sheet-verdict">{verdictOf(found)}</p>
      <Actions sheet={found} />
      <Verdicts sheet={found} />
      {found.scores.length > 0 && <Scores sheet={found} />}
      <Resources sheet={found} />
      <Pods sheet={found} />
      <details class="labels">
        <summary>
          {count(found.labels.length, 'label')}, {count(found.taints.length, 'taint')}
        </summary>
        <dl>
          {found.taints.map(({ key, value, effect }) => (
            <div key={`${key}:${effect}`}>
              <dt>{key}</dt>
              <dd>
                {value === '' ? '' : `${value}, `}
                {effect}
              </dd>
            </div>
          ))}
          {found.labels.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </aside>
  )
}

function verdictOf({ unknownTo, rejectedBy, total, victims, filters }: Sheet): string {
  if (filters.length === 0 && rejectedBy.length === 0 && total === null)
    return 'No filter was asked about this node.'
  if (unknownTo.length > 0 && rejectedBy.length === 0) {
    return 'It cannot be told whether it can take the pod.'
  }
  if (rejectedBy.length === 0)
    return total === null ? 'It can take the pod.' : `It can take the pod: ${total} points.`
  const by =
    rejectedBy.length === 1
      ? `${rejectedBy[0].plugin} alone is in the way.`
      : `${rejectedBy.length} filters are in the way.`
  return victims.length === 0
    ? by
    : `${by} Evicting ${count(victims.length, 'pod')} would make room.`
}

function Actions({ sheet }: { readonly sheet: Sheet }) {
  const { node, isCordoned, taints } = sheet
  const isMarked = state.marked.value === node
  return (
    <div class="card-actions">
      <button
        type="button"
        class="primary"
        onClick={() => addEdits([{ op: isCordoned ? 'uncordon' : 'cordon', node }])}
      >
        {isCordoned ? 'Uncordon' : 'Cordon'}
      </button>
      <button
        type="button"
        class="primary"
        onClick={() =>
          addEdits([
            { op: 'taint', node, key: 'example.com/what-if', value: '', effect: 'NoSchedule' },
          ])
        }
      >
        Taint
      </button>
      {taints
        .filter(({ key }) => key !== 'node.kubernetes.io/unschedulable')
        .map(({ key, effect }) => (
          <button
            type="button"
            key={`${key}:${effect}`}
            class="primary"
            onClick={() => addEdits([{ op: 'untaint', node, key, effect }])}
          >
            Remove taint {key}
          </button>
        ))}
      <button
        type="button"
        class="primary"
        onClick={() => addEdits([{ op: 'addNode', like: node }])}
      >
        Add one like it
      </button>
      <button
        type="button"
        class="primary"
        onClick={() => {
          selectNode('')
          addEdits([{ op: 'removeNode', node }])
        }}
      >
        Take away
      </button>
      <button type="button" class="primary" aria-pressed={isMarked} onClick={() => markNode(node)}>
        {isMarked ? 'Marked' : 'Mark to compare'}
      </button>
    </div>
  )
}

function Verdicts({ sheet }: { readonly sheet: Sheet }) {
  const refusing = new Map(sheet.rejectedBy.map((one) => [one.plugin, one]))
  const outside = sheet.rejectedBy.filter(({ plugin }) => !sheet.filters.includes(plugin))
  if (sheet.filters.length === 0 && outside.length === 0) return null
  return (
    <section>
      <h3>Filters</h3>
      <ul class="verdicts">
        {outside.map((one) => (
          <Refusal key={one.plugin} rejection={one} />
        ))}
        {sheet.filters.map((plugin) => {
          const rejection = refusing.get(plugin)
          if (sheet.unknownTo.includes(plugin)) {
            return (
              <li key={plugin}>
                <span class="mark unknown" aria-hidden="true">
                  ?
                </span>
                <span>{plugin} cannot tell: something was not seen</span>
              </li>
            )
          }
          return rejection === undefined ? (
            <li key={plugin} class="passes">
              <span class="mark fits" aria-hidden="true">
                ✓
              </span>
              <span>
                {plugin} <span class="unseen">lets it pass</span>
              </span>
            </li>
          ) : (
            <Refusal key={plugin} rejection={rejection} />
          )
        })}
      </ul>
    </section>
  )
}

const DETAILS_MAX = 4

function Refusal({ rejection }: { readonly rejection: FilterRejection }) {
  const { plugin, reasons, details } = rejection
  return (
    <li>
      <span class={`letter family-${familyOf(plugin)}`} aria-hidden="true">
        {familyOf(plugin)}
      </span>
      <span>
        <b>{plugin}</b>: {reasons.join(', ')}
        {details.slice(0, DETAILS_MAX).map((detail) => (
          <Fact key={JSON.stringify(detail)} detail={detail} />
        ))}
        {details.length > DETAILS_MAX && (
          <span class="fact">and {details.length - DETAILS_MAX} more</span>
        )}
      </span>
    </li>
  )
}

function Fact({ detail }: { readonly detail: Detail }) {
  const text = describeDetail(detail)
  return text === '' ? null : <span class="fact">{text}</span>
}

function Scores({ sheet }: { readonly sheet: Sheet }) {
  const other = state.markedSheet.value
  const compared =
    other !== null && other.node !== sheet.node && other.scores.length > 0 ? other : null
  const pointsOf = (plugin: string) => {
    const score = compared?.scores.find((one) => one.plugin === plugin)
    return score === undefined ? 0 : score.score * score.weight
  }
  const rows = sheet.scores.map(({ plugin, raw, score, weight }) => ({
    plugin,
    raw,
    score,
    weight,
    points: score * weight,
    other: pointsOf(plugin),
  }))
  if (compared !== null)
    rows.sort((a, b) => Math.abs(b.points - b.other) - Math.abs(a.points - a.other))
  const most = Math.max(1, ...rows.flatMap(({ points, other: against }) => [points, against]))
  return (
    <section>
      <h3>{compared === null ? 'Scores' : `Scores, against ${shortName(compared.node)}`}</h3>
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">Plugin</th>
            <th scope="col" class="number">
              {compared === null ? 'score × weight' : 'difference'}
            </th>
            <th scope="col" class="number">
              points
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ plugin, raw, score, weight, points, other: against }) => (
            <tr key={plugin}>
              <th scope="row">
                {plugin}
                <span class="mirror" aria-hidden="true">
                  <span class="mirror-here" style={{ width: `${(100 * points) / most}%` }} />
                  {compared !== null && (
                    <span class="mirror-there" style={{ width: `${(100 * against) / most}%` }} />
                  )}
                </span>
              </th>
              <td class="number" title={`raw ${raw}`}>
                {compared === null ? `${score} × ${weight}` : signed(points - against)}
              </td>
              <td class="number">{points}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td class="number">
              {compared?.total == null ? '' : signed((sheet.total ?? 0) - compared.total)}
            </td>
            <td class="number">{sheet.total}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function signed(points: number): string {
  if (points === 0) return '0'
  return points > 0 ? `+${points}` : `−${-points}`
}

function Resources({ sheet }: { readonly sheet: Sheet }) {
  return (
    <section>
      <h3>Room</h3>
      {sheet.resources.map(({ resource, allocatable, used, asked }) => {
        const full = Math.max(allocatable, used + asked, 1e-9)
        const free = Math.max(0, allocatable - used)
        const isShort = asked > free
        const share = (part: number) => `${(100 * Math.max(0, part)) / full}%`
        return (
          <div class="room" key={resource}>
            <span class="room-head">
              <span>{resourceName(resource)}</span>
              <span class={isShort ? 'short' : ''}>
                asks {amountText(resource, asked)}, free {amountText(resource, free)} of{' '}
                {amountText(resource, allocatable)}
              </span>
            </span>
            <span class="room-bar" aria-hidden="true">
              <span class="room-used" style={{ width: share(Math.min(used, allocatable)) }} />
              <span class="room-asked" style={{ width: share(Math.min(asked, free)) }} />
              <span class="room-beyond" style={{ width: share(asked - free) }} />
            </span>
          </div>
        )
      })}
    </section>
  )
}

const PODS_MAX = 12

function Pods({ sheet }: { readonly sheet: Sheet }) {
  const showsAll = useSignal(false)
  const shown = showsAll.value ? sheet.pods : sheet.pods.slice(0, PODS_MAX)
  return (
    <section>
      <h3>{count(sheet.pods.length, 'pod')}, the most important first</h3>
      <ul class="sheet-pods">
        {shown.map((pod) => (
          <PodLine key={pod.key} pod={pod} node={sheet.node} />
        ))}
      </ul>
      {sheet.pods.length > shown.length && (
        <button
          type="button"
          class="link"
          onClick={() => {
            showsAll.value = true
          }}
        >
          Show all {sheet.pods.length}
        </button>
      )}
    </section>
  )
}

function PodLine({ pod, node }: { readonly pod: SheetPod; readonly node: string }) {
  const { key, priority, cpuMilli, memoryBytes, isVictim } = pod
  const [namespace = '', name = ''] = key.split('/')
  return (
    <li class={isVictim ? 'victim' : ''}>
      <button
        type="button"
        class="link pod-link"
        title="Ask about this pod"
        onClick={() => choosePod(key)}
      >
        {key}
      </button>
      {isVictim && <span class="badge">would go</span>}
      <span class="pod-facts">
        {amountText('cpu', cpuMilli / 1000)} CPU, {amountText('memory', memoryBytes)}, priority{' '}
        {priority}
      </span>
      <button
        type="button"
        class="icon small"
        aria-label={`Try without ${key}`}
        title="Try without it"
        onClick={() => addEdits([{ op: 'deletePod', namespace, name, node }])}
      >
        −
      </button>
    </li>
  )
}
