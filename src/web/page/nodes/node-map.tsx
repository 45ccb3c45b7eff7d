import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import {
  type Board,
  FITS,
  NOT_LOOKED_AT,
  NOT_SEARCHED,
  UNKNOWN,
} from '../../../explain/board/board.ts'
import { amountText, resourceName } from '../../amounts.ts'
import { cellAt, cellBeside, layOut, type MapLayout, orderNodes } from '../../map-layout.ts'
import type { Answer } from '../../protocol.ts'
import { markNode, selectNode } from '../actions.ts'
import { shortestName, shortName } from '../names.ts'
import { familyOf, palette } from '../palette.ts'
import * as state from '../state.ts'
import { drawMap } from './map-draw.ts'

const ROOM_MIN = 220
/** Below the map: the status line. */
const BELOW = 56

/** All nodes as cells. The canvas is for the eye; the focusable area beside it says each cell aloud. */
export function NodeMap({ isOther = false }: { readonly isOther?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const room = useSignal({ width: 0, height: 0 })
  const current = useSignal(-1)
  const hovered = useSignal(-1)
  const answer = useComputed(() => (isOther ? state.otherAnswer.value : state.answer.value))
  const layout = useComputed<MapLayout | null>(() => {
    const found = answer.value
    const { width, height } = room.value
    if (found === null || width === 0) return null
    const grouping = groupingOf(found)
    const names = grouping?.values ?? ['']
    return layOut(orderNodes(found.board, grouping), names, found.board, { width, height })
  })

  useEffect(() => {
    const element = area.current
    if (element === null) return
    const measure = () => {
      room.value = roomOf(element, room.peek())
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [room])

  // What stands above the map moves it: with another answer its room is another.
  useSignalEffect(() => {
    if (answer.value === null) return
    requestAnimationFrame(() => {
      const element = area.current
      if (element !== null) room.value = roomOf(element, room.peek())
    })
  })

  useSignalEffect(() => {
    const element = canvas.current
    const [found, places] = [answer.value, layout.value]
    if (element === null || found === null || places === null) return
    const isFocused = current.value
    const values = valuesOf(found, isOther)
    const [low, high] = boundsOf(
      found.board,
      values ?? (isOther ? found.board.total : state.totals.value),
    )
    const ratio = Math.min(3, devicePixelRatio || 1)
    const [width, height] = [room.value.width, places.height + 6]
    if (
      element.width !== Math.round(width * ratio) ||
      element.height !== Math.round(height * ratio)
    ) {
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      element.style.height = `${height}px`
    }
    const context = element.getContext('2d')
    if (context === null) return
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    const rowOf = (name: string) => (name === '' ? -1 : found.board.names.indexOf(name))
    drawMap(context, places, {
      board: found.board,
      totals: isOther ? found.board.total : state.totals.value,
      families: found.funnel.map(({ plugin }) => familyOf(plugin)),
      values,
      low,
      high,
      emphasized: isOther ? -1 : state.emphasized.value,
      selected: rowOf(state.selected.value),
      marked: rowOf(state.marked.value),
      current: isFocused,
      colours: palette.value,
      nameOf: (node) => shortestName(found.board.names[node]),
    })
    performance.mark('berth-map-drawn')
  })

  const said = useComputed(() => {
    const [found, places] = [answer.value, layout.value]
    const cell = places?.cells[current.value]
    if (found === null || cell === undefined) return ''
    return `${describeNode(found, cell.node)}. ${current.value + 1} of ${found.board.names.length}`
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const places = layout.value
    if (places === null) return
    const isMove = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End'
    if (isMove) {
      event.preventDefault()
      current.value = cellBeside(places, current.value, event.key)
      return
    }
    const name = nameAt(answer.value, places, current.value)
    if (name === '') return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      selectNode(name)
    }
    if (event.key === 'x') markNode(name)
  }

  const cellOf = (event: MouseEvent) =>
    layout.value === null ? -1 : cellAt(layout.value, event.offsetX, event.offsetY)

  const onMove = (event: MouseEvent) => {
    hovered.value = cellOf(event)
    const element = tip.current
    if (element === null) return
    const width = area.current?.clientWidth ?? 0
    element.style.left = `${Math.min(event.offsetX + 14, Math.max(0, width - 290))}px`
    element.style.top = `${event.offsetY + 16}px`
  }

  const tipText = useComputed(() => {
    const [found, places] = [answer.value, layout.value]
    const cell = places?.cells[hovered.value]
    return found === null || cell === undefined ? '' : describeNode(found, cell.node)
  })

  return (
    <div
      class="map"
      ref={area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own, as its label says
      tabIndex={0}
      role="application"
      aria-label={`Nodes as a map${isOther ? ', the other side' : ''}: arrow keys move, Enter opens a node, x marks it for comparison, t shows a table instead`}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (current.value < 0) current.value = 0
      }}
      onBlur={() => {
        current.value = -1
      }}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the area around it does */}
      <canvas
        ref={canvas}
        aria-hidden="true"
        onMouseMove={onMove}
        onMouseLeave={() => {
          hovered.value = -1
        }}
        onClick={(event) => {
          const name = nameAt(answer.value, layout.value, cellOf(event))
          if (name !== '') (event.shiftKey ? markNode : selectNode)(name)
        }}
      />
      <div class="tip" ref={tip} hidden={tipText.value === ''} aria-hidden="true">
        {tipText}
      </div>
      <div class="unseen" aria-live="polite">
        {said}
      </div>
    </div>
  )
}

/** The same object while nothing changed, so that nothing is laid out anew. */
function roomOf(
  element: HTMLElement,
  before: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  const top = element.getBoundingClientRect().top + scrollY
  const height = Math.max(ROOM_MIN, innerHeight - top - BELOW)
  const width = element.clientWidth
  return before.width === width && before.height === height ? before : { width, height }
}

function groupingOf({ board }: Answer) {
  const label = state.grouping.value?.label
  return board.groupings.find((one) => one.label === label) ?? null
}

function valuesOf({ board, scores }: Answer, isOther: boolean): ArrayLike<number> | null {
  const by = state.colourNow.value
  if (by === 'reason') return null
  if (by === 'total') return isOther ? board.total : state.totals.value
  return scores.find(({ plugin }) => plugin === by)?.score ?? null
}

/** The range of the nodes that fit, so that small differences show. */
function boundsOf({ verdict }: Board, values: ArrayLike<number>): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let node = 0; node < verdict.length; node++) {
    if (verdict[node] !== FITS) continue
    low = Math.min(low, values[node])
    high = Math.max(high, values[node])
  }
  return [low, high]
}

function nameAt(answer: Answer | null, layout: MapLayout | null, index: number): string {
  const cell = layout?.cells[index]
  return cell === undefined ? '' : (answer?.board.names[cell.node] ?? '')
}

/** One node in a sentence, as the tip and a screen reader say it. */
function describeNode({ board, funnel }: Answer, node: number): string {
  const name = shortName(board.names[node])
  const verdict = board.verdict[node]
  if (verdict === NOT_LOOKED_AT) return `${name}: not looked at, the pod is refused as such`
  if (verdict === NOT_SEARCHED) return `${name}: not searched, enough nodes were found before it`
  if (verdict === UNKNOWN) return `${name}: cannot be told, something was not seen`
  const scarce = board.scarcest
  const free =
    scarce === null
      ? ''
      : `; ${amountText(scarce.resource, board.free[node])} ${resourceName(scarce.resource)} free`
  if (verdict === FITS) {
    const tied = board.isTied[node] === 1 ? ', the best' : ''
    const chosen = board.chosen === node ? ', chosen' : ''
    return `${name}: fits, ${board.total[node]} points${tied}${chosen}${free}`
  }
  const refusing = funnel.filter((_, index) => ((board.refusedBy[node] >>> index) & 1) === 1)
  return `${name}: refused by ${refusing.map(({ plugin }) => plugin).join(', ')}${free}`
}
