import { type Board, FITS, type Grouping } from '../explain/board/board.ts'

/** Where a node's cell is. */
export interface CellPlace {
  readonly node: number
  readonly x: number
  readonly y: number
}

export interface GroupPlace {
  readonly name: string
  readonly count: number
  readonly fits: number
  readonly y: number
}

export interface MapLayout {
  readonly size: number
  readonly gap: number
  readonly columns: number
  readonly height: number
  readonly groups: readonly GroupPlace[]
  /** In reading order. */
  readonly cells: readonly CellPlace[]
}

/** Edge lengths in CSS pixels, the largest first at which everything fits. */
const SIZES = [88, 72, 60, 48, 44, 36, 30, 24, 20, 16, 13, 11, 9, 7, 6, 5, 4]
const HEADING = 22
const BETWEEN_GROUPS = 12

function gapOf(size: number): number {
  if (size >= 24) return 4
  return size >= 9 ? 2 : 1
}

/** Cells by group, each in the given order of nodes, as large as the room allows. */
export function layOut(
  order: readonly (readonly number[])[],
  names: readonly string[],
  board: Pick<Board, 'verdict'>,
  room: { readonly width: number; readonly height: number },
): MapLayout {
  const sizes = SIZES.map((size) => ({ size, height: heightOf(order, size, room.width) }))
  const chosen = sizes.find(({ height }) => height <= room.height) ?? sizes.at(-1)
  const size = chosen?.size ?? 4
  const gap = gapOf(size)
  const columns = columnsOf(size, room.width)
  const groups: GroupPlace[] = []
  const cells: CellPlace[] = []
  let y = 0
  for (const [index, nodes] of order.entries()) {
    const fits = nodes.reduce((sum, node) => sum + (board.verdict[node] === FITS ? 1 : 0), 0)
    groups.push({ name: names[index] ?? '', count: nodes.length, fits, y })
    y += HEADING
    for (const [place, node] of nodes.entries()) {
      const [column, row] = [place % columns, Math.floor(place / columns)]
      cells.push({ node, x: column * (size + gap), y: y + row * (size + gap) })
    }
    y += Math.ceil(nodes.length / columns) * (size + gap) + BETWEEN_GROUPS
  }
  return { size, gap, columns, height: Math.max(HEADING, y - BETWEEN_GROUPS), groups, cells }
}

function columnsOf(size: number, width: number): number {
  const gap = gapOf(size)
  return Math.max(1, Math.floor((width + gap) / (size + gap)))
}

function heightOf(order: readonly (readonly number[])[], size: number, width: number): number {
  const columns = columnsOf(size, width)
  const step = size + gapOf(size)
  return order.reduce(
    (sum, { length }) => sum + HEADING + Math.ceil(length / columns) * step + BETWEEN_GROUPS,
    0,
  )
}

/** Nodes of each group: those that fit by their total, then those refused, the nearest first. */
export function orderNodes(board: Board, grouping: Grouping | null): number[][] {
  const { names, verdict, total, nearness } = board
  const groups: number[][] = grouping === null ? [[]] : grouping.values.map(() => [])
  for (let node = 0; node < names.length; node++) groups[grouping?.of[node] ?? 0]?.push(node)
  const at = (column: ArrayLike<number>, node: number) => column[node] ?? 0
  for (const nodes of groups) {
    nodes.sort(
      (a, b) =>
        Number(at(verdict, a) !== FITS) - Number(at(verdict, b) !== FITS) ||
        at(total, b) - at(total, a) ||
        at(verdict, b) - at(verdict, a) ||
        at(nearness, b) - at(nearness, a) ||
        a - b,
    )
  }
  return groups
}

/** The cell under a point, by arithmetic; -1 for none. */
export function cellAt({ cells, size }: MapLayout, x: number, y: number): number {
  let [low, high] = [0, cells.length - 1]
  // Cells are in reading order: the last one that begins above the point ends the row to look in.
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((cells[middle]?.y ?? 0) <= y) low = middle
    else high = middle - 1
  }
  for (let index = low; index >= 0; index--) {
    const cell = cells[index]
    if (cell === undefined || y < cell.y || y >= cell.y + size) return -1
    if (x >= cell.x && x < cell.x + size) return index
  }
  return -1
}

/** The cell that an arrow key leads to. */
export function cellBeside({ cells }: MapLayout, from: number, key: string): number {
  const here = cells[from]
  if (here === undefined) return cells.length > 0 ? 0 : -1
  const last = cells.length - 1
  if (key === 'ArrowRight') return Math.min(last, from + 1)
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = key === 'ArrowDown' ? 1 : -1
  let index = from + step
  while (cells[index] !== undefined && cells[index]?.y === here.y) index += step
  const row = cells[index]?.y
  if (row === undefined) return from
  let best = index
  for (; cells[index]?.y === row; index += step) {
    const [cell, chosen] = [cells[index], cells[best]]
    if (cell === undefined || chosen === undefined) break
    if (Math.abs(cell.x - here.x) < Math.abs(chosen.x - here.x)) best = index
  }
  return best
}
