import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'

const readme = read('../README.md')

describe('the README', () => {
  it('shows the answer to the request that it shows', async () => {
    const body = /\/v1\/decisions .* -d '(\{[^']*\})'/s.exec(readme)?.[1] ?? ''
    const shown = /```json\n(.*?)\n```/s.exec(readme)?.[1] ?? ''
    const response = await createApp().request('/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toEqual(JSON.parse(shown))
  })

  it('shows what the command really prints', () => {
    const files = ['demo.txt', 'waiting-pod.txt', 'placed-pod.txt', 'why.txt']
    const printed = files.map((file) => read(`cli/${file}`)).join('')
    const shown = [...readme.matchAll(/```text\n(.*?)\n```/gs)].map(([, text]) => text)
    expect(shown).toHaveLength(5)
    for (const text of shown) expect(printed).toContain(text)
  })

  it('lists every endpoint of the OpenAPI document', () => {
    const { paths } = JSON.parse(read('../schemas/openapi.json')) as { paths: object }
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const listed = [...readme.matchAll(/^\| `([A-Z]+ \/\S*)` \|/gm)].map(([, endpoint]) => endpoint)
    expect(listed.sort()).toEqual(served.sort())
  })
})

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}
