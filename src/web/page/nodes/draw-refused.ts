import { amountText } from '../../amounts.ts'
import { blend, inkOn, type Palette } from '../palette.ts'
import {
  BARS_FROM,
  box,
  type Canvas,
  chip,
  edge,
  FONT,
  GAUGE,
  hollow,
  LABELS_FROM,
  LETTERS_FROM,
  letter,
  NAMES_FROM,
  path,
  type Spot,
} from './cell-shapes.ts'
import type { Picture } from './picture.ts'

/** Nearer than this the fill reaches the letter above it. */
const FILLS_LETTER = 0.78

/** A node that a filter refuses; gives the ink that is read on it. */
export function drawRefused(context: Canvas, picture: Picture, node: number, spot: Spot): string {
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
  if (size >= NAMES_FROM) return drawGauge(context, { board, colours }, node, spot)
  const height = Math.max(2, Math.round(size * nearness))
  box(context, blend(colours.page, colour, 0.28), spot)
  context.save()
  path(context, spot)
  context.clip()
  context.fillStyle = colours.isForced ? 'GrayText' : colour
  context.fillRect(x, y + size - height, size, height)
  context.restore()
  if (colours.isForced) edge(context, colours.border, spot, 1)
  letter(context, 'R', nearness > FILLS_LETTER ? inkOn(colour) : colours.ink, spot)
  if (size < LABELS_FROM || board.scarcest === null) return colours.ink
  const isInFill = height > 15
  context.font = `11px ${FONT}`
  context.fillStyle = isInFill ? inkOn(colour) : colours.ink
  const text = amountText(board.scarcest.resource, board.free[node])
  // A low fill would run through the number.
  const lift = isInFill || height <= 3 ? 0 : height - 2
  context.fillText(text, x + 5, y + size - 6 - lift, size - 8)
  return colours.ink
}

/** The same where there is room for words: a bar beside them. */
function drawGauge(
  context: Canvas,
  { board, colours }: Pick<Picture, 'board' | 'colours'>,
  node: number,
  spot: Spot,
): string {
  const { x, y, size } = spot
  const colour = colours.family.R
  const height = Math.max(2, Math.round((size - 2) * Math.min(1, board.nearness[node])))
  box(context, blend(colours.page, colour, 0.14), spot)
  context.save()
  path(context, spot)
  context.clip()
  context.fillStyle = blend(colours.page, colour, 0.34)
  context.fillRect(x + size - GAUGE, y, GAUGE, size)
  context.fillStyle = colours.isForced ? 'GrayText' : colour
  context.fillRect(x + size - GAUGE, y + size - height, GAUGE, height)
  context.restore()
  edge(context, colours.isForced ? colours.border : colour, spot, 1)
  chip(context, colours, 'R', spot)
  if (board.scarcest === null) return colours.ink
  context.font = `600 12px ${FONT}`
  context.fillStyle = colours.ink
  const text = `${amountText(board.scarcest.resource, board.free[node])} free`
  context.fillText(text, x + 5, y + size - 7, size - GAUGE - 8)
  return colours.ink
}

/** Small cells tell nearness by four steps of lightness. */
function shade(colours: Palette, colour: string, nearness: number): string {
  const steps = [0.3, 0.52, 0.76, 1]
  return blend(colours.page, colour, steps[Math.min(3, Math.floor(nearness * 4))])
}
