import { describe, expect, it } from 'vitest'
import { cellAt, cellBeside, layOut } from '../../src/web/map-layout.ts'

const BOARD = { verdict: new Uint8Array(5000) }

function layoutOf(groups: readonly number[], width = 600, height = 400) {
  let node = 0
  const order = groups.map((count) => Array.from({ length: count }, () => node++))
  return layOut(order, groups.map(String), BOARD, { width, height })
}

describe('the map of nodes', () => {
  it.each([
    [[3], 88],
    [[17, 16, 16], 44],
    [[2000, 2000, 1000], 4],
  ])('draws %j groups with cells as large as fit: %i', (groups, size) => {
    const layout = layoutOf(groups)
    expect(layout.size).toBe(size)
    expect(layout.cells).toHaveLength(groups.reduce((sum, count) => sum + count, 0))
  })

  it('finds every cell under its own middle, and none between them', () => {
    const layout = layoutOf([17, 16, 16])
    for (const [index, { x, y }] of layout.cells.entries()) {
      expect(cellAt(layout, x + layout.size / 2, y + layout.size / 2)).toBe(index)
      expect(cellAt(layout, x + layout.size + 1, y + 1)).toBe(-1)
    }
    expect(cellAt(layout, 5, 5)).toBe(-1)
  })

  it('reaches every cell by arrow keys, over the borders of groups', () => {
    const layout = layoutOf([17, 16, 16])
    const columns = layout.columns
    expect(cellBeside(layout, -1, 'ArrowRight')).toBe(0)
    expect(cellBeside(layout, 0, 'ArrowDown')).toBe(columns)
    expect(cellBeside(layout, columns, 'ArrowDown')).toBe(17)
    expect(cellBeside(layout, 17, 'ArrowUp')).toBe(columns)
    expect(cellBeside(layout, 0, 'ArrowUp')).toBe(0)
    expect(cellBeside(layout, 0, 'End')).toBe(48)
    expect(cellBeside(layout, 48, 'ArrowRight')).toBe(48)
    expect(cellBeside(layout, 48, 'Home')).toBe(0)
  })
})
