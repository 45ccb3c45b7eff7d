import { FITS, NOT_LOOKED_AT, NOT_SEARCHED, UNKNOWN } from '../../../explain/board/board.ts'
import type { MapLayout } from '../../map-layout.ts'
import { inkOn, type Palette } from '../palette.ts'
import {
  around,
  box,
  type Canvas,
  dot,
  edge,
  FADED,
  FONT,
  GAUGE,
  hollow,
  LABELS_FROM,
  LETTERS_FROM,
  letter,
  NAME_LINE,
  NAMES_FROM,
  notch,
  type Spot,
  TIES_FROM,
} from './cell-shapes.ts'
import { drawRefused } from './draw-refused.ts'
import type { Picture } from './picture.ts'

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
  const room = size - GAUGE - 7
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

function drawRings(context: Canvas, picture: Picture, node: number, spot: Spot): void {
  const { board, colours, selected, marked } = picture
  if (board.hasVictim[node] === 1) notch(context, colours, spot)
  if (node === marked) edge(context, colours.fits, around(spot, 2), 2)
  if (node === selected) edge(context, colours.accent, around(spot, 2), 3)
}
