import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const PAGE = new URL('../../docs/wishes.md', import.meta.url)
const WISHES = 73
const text = readFileSync(PAGE, 'utf8')
const rows = [
  ...text.matchAll(/^\| (\d+) \| \[.*\]\(https.*?\) \| (\w+) \| .*: \[.*?\]\((.*?)\) \|$/gm),
].map(([, number = '', answer = '', path = '']) => ({ number: Number(number), answer, path }))

it('docs/wishes.md has every wish once, with a page or a test that is there', () => {
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: WISHES }, (_, index) => index + 1),
  )
  for (const { number, path } of rows) {
    expect(existsSync(new URL(path, PAGE)), `${number}: ${path}`).toBe(true)
  }
})

it('docs/wishes.md counts its answers right', () => {
  const count = (answer: string) => rows.filter((row) => row.answer === answer).length
  const [yes, partly, no] = [count('yes'), count('partly'), count('no')]
  expect(yes + partly + no).toBe(WISHES)
  expect(text).toContain(`Of ${WISHES}, ${yes} are satisfied, ${partly} partly and ${no} not`)
})
