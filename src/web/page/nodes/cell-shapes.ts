import { blend, type Family, inkOn, type Palette } from '../palette.ts'

/** What cells are drawn with. */

/** Where something is drawn: a square. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly size: number
}

export type Canvas = CanvasRenderingContext2D

/** Widths of a cell from which it shows more. */
export const NAMES_FROM = 60
/** Where a name stands, from the top of its cell. */
export const NAME_LINE = 36
export const LABELS_FROM = 36
export const LETTERS_FROM = 16
export const BARS_FROM = 16
export const TIES_FROM = 7
const ROUND_FROM = 9
const RADIUS = 4
export const FADED = 0.16
export const FONT = 'system-ui, sans-serif'
/** How wide the bar is that stands beside words. */
export const GAUGE = 8

export function around({ x, y, size }: Spot, by: number): Spot {
  return { x: x - by, y: y - by, size: size + 2 * by }
}

export function path(context: Canvas, { x, y, size }: Spot): void {
  context.beginPath()
  context.roundRect(x, y, size, size, size >= 16 ? RADIUS : Math.min(2, size / 4))
}

export function box(context: Canvas, fill: string, spot: Spot): void {
  context.fillStyle = fill
  if (spot.size < ROUND_FROM) {
    context.fillRect(spot.x, spot.y, spot.size, spot.size)
    return
  }
  path(context, spot)
  context.fill()
}

export function edge(context: Canvas, colour: string, spot: Spot, width: number): void {
  context.strokeStyle = colour
  context.lineWidth = width
  path(context, around(spot, -width / 2))
  context.stroke()
}

export function hollow(context: Canvas, colours: Palette, spot: Spot): void {
  box(context, colours.panel, spot)
  edge(context, blend(colours.page, colours.border, 0.6), spot, 1)
}

export function dot(context: Canvas, colour: string, x: number, y: number, radius: number): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, Math.max(1, radius), 0, 2 * Math.PI)
  context.fill()
}

export function letter(context: Canvas, text: string, ink: string, { x, y, size }: Spot): void {
  context.fillStyle = ink
  context.font = `600 ${size >= LABELS_FROM ? 11 : 10}px ${FONT}`
  if (size >= LABELS_FROM) context.fillText(text, x + 5, y + 14)
  else context.fillText(text, x + size / 2 - 3.5, y + size / 2 + 3.5)
}

/** A letter as it stands in the filters: where a whole cell in its colour would shout. */
export function chip(context: Canvas, colours: Palette, family: Family, { x, y }: Spot): void {
  const colour = colours.family[family]
  const spot = { x: x + 5, y: y + 5, size: 16 }
  box(context, colour, spot)
  letter(context, family, inkOn(colour), spot)
}

/** Somebody would have to leave here. */
export function notch(context: Canvas, colours: Palette, { x, y, size }: Spot): void {
  const length = Math.max(3, size / 3)
  context.fillStyle = colours.ink
  context.beginPath()
  context.moveTo(x + size, y)
  context.lineTo(x + size, y + length)
  context.lineTo(x + size - length, y)
  context.fill()
}
