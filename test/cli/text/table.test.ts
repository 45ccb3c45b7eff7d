import { describe, expect, it } from 'vitest'
import type { Page } from '../../../src/cli/text/page.ts'
import { type Column, tableLines } from '../../../src/cli/text/table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'POD', yields: 'middle' },
  { title: 'COUNT', align: 'right' },
  { title: 'WHY', yields: 'below' },
]

function lines(rows: readonly (readonly string[])[], columns = Number.POSITIVE_INFINITY) {
  const page: Page = { columns, paint: (_, text) => text }
  return [...tableLines(COLUMNS, rows, page)]
}

describe('a table', () => {
  it('has upper-case titles, no borders, and columns as wide as what stands in them', () => {
    const rows = [
      ['shop/web', '3', 'fits'],
      ['a/b', '12', 'does not'],
    ]
    expect(lines(rows)).toEqual([
      'POD       COUNT  WHY',
      'shop/web      3  fits',
      'a/b          12  does not',
    ])
  })

  it('leaves out columns in which nothing stands', () => {
    expect(lines([['a', '', 'b']])).toEqual(['POD  WHY', 'a    b'])
  })

  it('lets the texts go on below before names lose their middle', () => {
    const name = `shop/${'n'.repeat(30)}-end`
    const rows = [[name, '1', 'one two three four five six seven eight nine ten']]
    expect(lines(rows, 74)).toEqual([
      'POD                                      COUNT  WHY',
      `${name}      1  one two three four five`,
      '                                                six seven eight nine ten',
    ])
    expect(lines(rows, 60)).toEqual([
      'POD                          COUNT  WHY',
      'shop/nnnnnnnn…nnnnnnnnn-end      1  one two three four five',
      '                                    six seven eight nine ten',
    ])
  })

  it.each([60, 80, 120, 160])('is never wider than %i columns', (columns) => {
    const long = 'x'.repeat(253)
    const rows = [[long, '1', `${long} ${'word '.repeat(100)}`]]
    for (const line of lines(rows, columns)) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it('cuts nothing where nobody says how wide it may be', () => {
    const long = 'x'.repeat(253)
    expect(lines([[long, '1', `${long} ${long}`]])[1]).toBe(`${long}      1  ${long} ${long}`)
  })

  it('keeps what could move a cursor or begin a line off the terminal', () => {
    expect(lines([['a\u001b[31m', '1', 'two\nlines\tand']])[1]).toBe('a [31m      1  two lines and')
  })
})
