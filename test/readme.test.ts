import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createApp } from '../src/app.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

it('gives the answer that the README shows to the request that it shows', async () => {
  const body = /\/v1\/decisions .* -d '(\{[^']*\})'/s.exec(readme)?.[1] ?? ''
  const shown = /```json\n(.*?)\n```/s.exec(readme)?.[1] ?? ''
  const response = await createApp().request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(await response.json()).toEqual(JSON.parse(shown))
})
