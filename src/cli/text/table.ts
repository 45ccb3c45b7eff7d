import { type Page, plain, type Tone, wrap } from './page.ts'

/** A column of a table as kubectl prints them: upper case, no borders. */
export interface Column {
  readonly title: string
  readonly align?: 'right'
  /** Where a line is too long: names lose their middle, and texts go on below. Others stay whole. */
  readonly yields?: 'middle' | 'below'
}

/** What stands in a cell; a tone paints all of it. */
export type Cell = string | { readonly text: string; readonly tone: Tone }

const GAP = '  '
/** A name keeps so much while a text can still be narrowed, and never less than half. */
const MIDDLE_MIN = 24
/** A text beside it has so much room while a name can still be shortened, and never less than half. */
const BELOW_MIN = 24
/** Lines of one cell; whoever wants to read more asks for it by name. */
const LINES_MAX = 2

/** The lines of a table. Columns in which nothing stands anywhere are left out. */
export function* tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  page: Page,
): Generator<string> {
  const isUsed = columns.map((_, at) => rows.some((row) => textOf(row[at]) !== ''))
  const kept = columns.filter((_, at) => isUsed[at])
  const keptRows = rows.map((row) => row.filter((_, at) => isUsed[at]))
  const widths = narrow(
    kept,
    kept.map(({ title }, at) =>
      keptRows.reduce((most, row) => Math.max(most, textOf(row[at]).length), title.length),
    ),
    page.columns,
  )
  yield* rowLines(
    kept,
    kept.map(({ title }) => title),
    widths,
    page,
  )
  for (const row of keptRows) yield* rowLines(kept, row, widths, page)
}

/** Narrows what yields, the texts first, until a line fits or nothing yields any more. */
function narrow(columns: readonly Column[], widths: readonly number[], most: number): number[] {
  const fitted = [...widths]
  for (const [way, least] of [
    ['below', BELOW_MIN],
    ['middle', MIDDLE_MIN],
    ['below', BELOW_MIN / 2],
    ['middle', MIDDLE_MIN / 2],
  ] as const) {
    for (const [at, { yields }] of columns.entries()) {
      const over = lengthOf(fitted) - most
      const width = fitted[at] ?? 0
      if (yields === way && over > 0) fitted[at] = Math.max(Math.min(least, width), width - over)
    }
  }
  return fitted
}

function lengthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
}

function* rowLines(
  columns: readonly Column[],
  row: readonly Cell[],
  widths: readonly number[],
  page: Page,
): Generator<string> {
  const cells = columns.map((column, at) => linesOf(textOf(row[at]), column, widths[at] ?? 0))
  const height = Math.max(1, ...cells.map(({ length }) => length))
  for (let line = 0; line < height; line++) {
    const parts = cells.map((lines, at) => {
      const text = lines[line] ?? ''
      const width = widths[at] ?? 0
      const padded = columns[at]?.align === 'right' ? text.padStart(width) : text.padEnd(width)
      const cell = row[at]
      return typeof cell === 'object' && text !== '' ? page.paint(cell.tone, padded) : padded
    })
    yield parts.join(GAP).trimEnd()
  }
}

function linesOf(text: string, { yields }: Column, width: number): string[] {
  if (text.length <= width) return [text]
  if (yields === 'middle') return [withoutMiddle(text, width)]
  const lines = wrap(text, width).map((line) => (line.length > width ? cut(line, width) : line))
  if (lines.length <= LINES_MAX) return lines
  const last = `${lines[LINES_MAX - 1] ?? ''} …`
  return [...lines.slice(0, LINES_MAX - 1), last.length > width ? cut(last, width) : last]
}

function cut(text: string, width: number): string {
  return `${text.slice(0, width - 1)}…`
}

function withoutMiddle(text: string, width: number): string {
  const end = Math.floor((width - 1) / 2)
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`
}

function textOf(cell: Cell | undefined): string {
  return plain(typeof cell === 'object' ? cell.text : (cell ?? ''))
}
