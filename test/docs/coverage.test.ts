import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../schemas/operations.ts'

const PAGE = new URL('../../docs/coverage.md', import.meta.url)
const ITEMS = 116
const text = readFileSync(PAGE, 'utf8')

const rows = [
  ...text.matchAll(/^\| (\d+) \| .* \| (.*) \| \[.*?\]\((.*?)\)(?:: “(.*)”)? \|$/gm),
].map(([, number = '', endpoints = '', path = '', title = '']) => ({
  number: Number(number),
  endpoints: endpoints.split(', ').map((one) => one.replaceAll('`', '')),
  path,
  title,
}))

/** The numbers of the items that no endpoint answers. */
function numbersElsewhere(): number[] {
  const [, notAnswered = '', context = ''] = text.split(/^## (?:Not answered|Context only)$/m)
  const items = [...notAnswered.matchAll(/^- (\d+):/gm)].map(([, number]) => Number(number))
  const list = /depends on them: ([\d,\s]+)\./.exec(context)?.[1] ?? ''
  return [...items, ...list.split(',').map(Number)]
}

describe('docs/coverage.md', () => {
  it('has every item once', () => {
    const numbers = [...rows.map(({ number }) => number), ...numbersElsewhere()]
    const all = Array.from({ length: ITEMS }, (_, index) => index + 1)
    expect(numbers.sort((a, b) => a - b)).toEqual(all)
  })

  it('names endpoints that there are', () => {
    const known = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    for (const { endpoints } of rows) expect(known).toEqual(expect.arrayContaining(endpoints))
  })

  it.each(rows)('item $number has a test: $path $title', ({ path, title }) => {
    const file = new URL(path, PAGE)
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(title)
  })
})
