import {
  type Board,
  FITS,
  NOT_LOOKED_AT,
  NOT_SEARCHED,
  UNKNOWN,
} from '../../explain/board/board.ts'
import { amountText } from '../amounts.ts'
import type { MapLayout } from '../map-layout.ts'
import { blend, type Family, inkOn, type Palette } from './palette.ts'

export interface Picture {
  readonly board: Board
  readonly totals: Float64Array
  /** By step of the funnel. */
  readonly families: readonly Family[]
  /** Null: by reason. Else one value a node, of those that fit. */
  readonly values: ArrayLike<number> | null
  readonly low: number
  readonly high: number
  /** The step whose nodes stand out, -1: none. */
  readonly emphasized: number
  readonly selected: number
  readonly marked: number
  readonly current: number
  readonly colours: Palette
  /** What tells a node from the others, for cells that have the room. */
  nameOf(node: number): string
}

/** Where something is drawn: a square. */
interface Spot {
  readonly x: number
  readonly y: number
  readonly size: number
}

type Canvas = CanvasRenderingContext2D

const NAMES_FROM = 60
/** Where a name stands, from the top of its cell. */
const NAME_LINE = 36
const LABELS_FROM = 36
const LETTERS_FROM = 16
const BARS_FROM = 16
const TIES_FROM = 7
const ROUND_FROM = 9
const RADIUS = 4
const FADED = 0.16
const FONT = 'system-ui, sans-serif'
/** Nearer than this the fill reaches the letter above it. */
const FILLS_LETTER = 0.78

/** Draws every cell; some milliseconds for thousands, so that nothing is ever drawn in part. */
export function drawMap(context: Canvas, layout: MapLayout, picture: Picture): void {
  const { board, colours, emphasized } = picture
  for (const { name, count, fits, y } of layout.groups) {
    if (name === '') continue
    context.fillStyle = colours.muted
    context.font = `12px ${FONT}`
    const fit = board.verdict[0] === NOT_LOOKED_AT ? '' : `, ${fits} fit`
    context.fillText(`${name}  ·  ${count} ${count === 1 ? 'node' : 'nodes'}${fit}`, 0, y + 14)
  }
  for (const [index, { node, x, y }] of layout.cells.entries()) {
    const spot = { x, y, size: layout.size }
    const stands = emphasized < 0 || ((board.refusedBy[node] >>> emphasized) & 1) === 1
    context.globalAlpha = stands ? 1 : FADED
    const ink = drawCell(context, picture, node, spot)
    if (layout.size >= NAMES_FROM) drawName(context, picture.nameOf(node), ink, spot)
    context.globalAlpha = 1
    drawRings(context, picture, node, spot)
    if (index === picture.current) edge(context, colours.accent, around(spot, 2), 3)
  }
}

/** Who it is; of a name that is too long its end, which tells it from the others. */
function drawName(context: Canvas, name: string, ink: string, { x, y, size }: Spot): void {
  context.fillStyle = ink
  context.font = `11px ${FONT}`
  const room = size - 10
  let shown = name
  while (shown.length > 2 && context.measureText(shown).width > room) shown = `…${shown.slice(2)}`
  context.fillText(shown, x + 5, y + NAME_LINE)
}

/** Gives the ink that is read on it. */
function drawCell(context: Canvas, picture: Picture, node: number, spot: Spot): string {
  const { board, colours } = picture
  const verdict = board.verdict[node]
  if (verdict === FITS) return drawFit(context, picture, node, spot)
  if (verdict === UNKNOWN) return drawUnknown(context, colours, spot)
  if (verdict !== NOT_SEARCHED && verdict !== NOT_LOOKED_AT) {
    return drawRefused(context, picture, node, spot)
  }
  hollow(context, colours, spot)
  const { x, y, size } = spot
  const radius = Math.min(5, size / 7)
  if (verdict === NOT_SEARCHED) dot(context, colours.muted, x + size / 2, y + size - 12, radius)
  return colours.muted
}

/** Neither yes nor no: dashed, with a question mark. */
function drawUnknown(context: Canvas, colours: Palette, spot: Spot): string {
  box(context, colours.panel, spot)
  context.setLineDash(spot.size >= LETTERS_FROM ? [4, 3] : [2, 1])
  edge(context, colours.unknown, spot, 1.5)
  context.setLineDash([])
  if (spot.size >= LETTERS_FROM) letter(context, '?', colours.unknown, spot)
  return colours.unknown
}

function drawFit(context: Canvas, picture: Picture, node: number, spot: Spot): string {
  const { board, colours, values, totals, low, high } = picture
  const { x, y, size } = spot
  const share = high > low ? ((values ?? totals)[node] - low) / (high - low) : 1
  const last = colours.score.length - 1
  const fill =
    values === null
      ? colours.fits
      : colours.score[Math.round(Math.min(1, Math.max(0, share)) * last)]
  box(context, fill, spot)
  if (values !== null || colours.isForced) edge(context, colours.border, spot, 1)
  const ink = inkOn(fill)
  if (board.isTied[node] === 1 && size >= TIES_FROM) {
    edge(context, ink, around(spot, size >= LETTERS_FROM ? -3 : -1), size >= LETTERS_FROM ? 1.5 : 1)
  }
  if (size < LETTERS_FROM) return ink
  const isChosen = board.chosen === node
  if (size < LABELS_FROM) {
    if (isChosen) dot(context, ink, x + size / 2, y + size / 2, size / 7)
    return ink
  }
  context.fillStyle = ink
  context.font = `600 12px ${FONT}`
  context.fillText(String(Math.round((values ?? totals)[node])), x + 7, y + size - 8)
  if (isChosen) dot(context, ink, x + size - 11, y + 11, 4)
  return ink
}

function drawRefused(context: Canvas, picture: Picture, node: number, spot: Spot): string {
  const { board, colours, families, values } = picture
  const family = families[board.verdict[node] - 1] ?? 'C'
  const isLettered = spot.size >= LETTERS_FROM
  if (values !== null) {
    // Beside scores, what was refused steps back.
    hollow(context, colours, spot)
    if (isLettered) letter(context, family, colours.muted, spot)
    return colours.muted
  }
  const colour = colours.family[family]
  const nearness = Math.min(1, board.nearness[node])
  if (family !== 'R' && spot.size >= NAMES_FROM) {
    box(context, blend(colours.page, colour, 0.2), spot)
    edge(context, colours.isForced ? colours.border : colour, spot, 1)
    chip(context, colours, family, spot)
    return colours.ink
  }
  if (family !== 'R') {
    box(context, colour, spot)
    if (colours.isForced) edge(context, colours.border, spot, 1)
    if (isLettered) letter(context, family, inkOn(colour), spot)
    return inkOn(colour)
  }
  if (spot.size < BARS_FROM) {
    box(context, shade(colours, colour, nearness), spot)
    if (nearness < 0.25) edge(context, colours.border, spot, 1)
    return colours.ink
  }
  return drawShort(context, picture, node, spot)
}

/** Refused for want of resources: the fill is as high as what is free of what is asked for. */
function drawShort(context: Canvas, { board, colours }: Picture, node: number, spot: Spot): string {
  const { x, y, size } = spot
  const nearness = Math.min(1, board.nearness[node])
  const colour = colours.family.R
  const height = Math.max(2, Math.round(size * nearness))
  box(context, blend(colours.page, colour, 0.28), spot)
  context.save()
  path(context, spot)
  context.clip()
  context.fillStyle = colours.isForced ? 'GrayText' : colour
  context.fillRect(x, y + size - height, size, height)
  context.restore()
  if (colours.isForced) edge(context, colours.border, spot, 1)
  if (size >= NAMES_FROM) chip(context, colours, 'R', spot)
  else letter(context, 'R', nearness > FILLS_LETTER ? inkOn(colour) : colours.ink, spot)
  const inkOfName = size - height < NAME_LINE - 9 ? inkOn(colour) : colours.ink
  if (size < LABELS_FROM || board.scarcest === null) return inkOfName
  const isInFill = height > 15
  context.font = `11px ${FONT}`
  context.fillStyle = isInFill ? inkOn(colour) : colours.ink
  const text = amountText(board.scarcest.resource, board.free[node])
  // A low fill would run through the number.
  const lift = isInFill || height <= 3 ? 0 : height - 2
  context.fillText(text, x + 5, y + size - 6 - lift, size - 8)
  return inkOfName
}

/** Small cells tell nearness by four steps of lightness. */
function shade(colours: Palette, colour: string, nearness: number): string {
  const steps = [0.3, 0.52, 0.76, 1]
  return blend(colours.page, colour, steps[Math.min(3, Math.floor(nearness * 4))])
}

function drawRings(context: Canvas, picture: Picture, node: number, spot: Spot): void {
  const { board, colours, selected, marked } = picture
  if (board.hasVictim[node] === 1) notch(context, colours, spot)
  if (node === marked) edge(context, colours.fits, around(spot, 2), 2)
  if (node === selected) edge(context, colours.accent, around(spot, 2), 3)
}

function around({ x, y, size }: Spot, by: number): Spot {
  return { x: x - by, y: y - by, size: size + 2 * by }
}

function path(context: Canvas, { x, y, size }: Spot): void {
  context.beginPath()
  context.roundRect(x, y, size, size, size >= 16 ? RADIUS : Math.min(2, size / 4))
}

function box(context: Canvas, fill: string, spot: Spot): void {
  context.fillStyle = fill
  if (spot.size < ROUND_FROM) {
    context.fillRect(spot.x, spot.y, spot.size, spot.size)
    return
  }
  path(context, spot)
  context.fill()
}

function edge(context: Canvas, colour: string, spot: Spot, width: number): void {
  context.strokeStyle = colour
  context.lineWidth = width
  path(context, around(spot, -width / 2))
  context.stroke()
}

function hollow(context: Canvas, colours: Palette, spot: Spot): void {
  box(context, colours.panel, spot)
  edge(context, blend(colours.page, colours.border, 0.6), spot, 1)
}

function dot(context: Canvas, colour: string, x: number, y: number, radius: number): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, Math.max(1, radius), 0, 2 * Math.PI)
  context.fill()
}

function letter(context: Canvas, text: string, ink: string, { x, y, size }: Spot): void {
  context.fillStyle = ink
  context.font = `600 ${size >= LABELS_FROM ? 11 : 10}px ${FONT}`
  if (size >= LABELS_FROM) context.fillText(text, x + 5, y + 14)
  else context.fillText(text, x + size / 2 - 3.5, y + size / 2 + 3.5)
}

/** A letter as it stands in the filters: where a whole cell in its colour would shout. */
function chip(context: Canvas, colours: Palette, family: Family, { x, y }: Spot): void {
  const colour = colours.family[family]
  const spot = { x: x + 5, y: y + 5, size: 16 }
  box(context, colour, spot)
  letter(context, family, inkOn(colour), spot)
}

/** Somebody would have to leave here. */
function notch(context: Canvas, colours: Palette, { x, y, size }: Spot): void {
  const length = Math.max(3, size / 3)
  context.fillStyle = colours.ink
  context.beginPath()
  context.moveTo(x + size, y)
  context.lineTo(x + size, y + length)
  context.lineTo(x + size - length, y)
  context.fill()
}
