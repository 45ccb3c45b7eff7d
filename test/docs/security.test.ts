import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')

/** Rows of the tables: a claim, and the test that fails without it. */
const claims = [...page.matchAll(/^\| (.+?) \| `(test\/\S+\.ts)`: (.+?) \|$/gm)].map(
  ([, claim = '', file = '', name = '']) => ({ claim, file, name }),
)

it('has a test in every row', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!Claim|---)/.test(line))
  expect(claims).toHaveLength(rows.length)
})

it.each(claims)('$claim', ({ file, name }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(name)
})
