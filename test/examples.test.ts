import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'

const FOLDER = new URL('../examples/', import.meta.url)
const requests = readdirSync(FOLDER).flatMap((file) => {
  const [, name = '', endpoint = ''] = /^([a-z-]+)\.([a-z]+)\.json$/.exec(file) ?? []
  return name === '' || endpoint === 'answer' ? [] : [{ file, name, endpoint }]
})

describe('the examples', () => {
  it.each(requests)('$file is answered as written', async ({ file, name, endpoint }) => {
    const response = await createApp().request(`/v1/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: readFileSync(new URL(file, FOLDER)),
    })
    expect(response.status).toBe(200)
    const answer = `${JSON.stringify(await response.json(), null, 2)}\n`
    await expect(answer).toMatchFileSnapshot(`../examples/${name}.answer.json`)
  })

  it('are all told of in their README', () => {
    const readme = readFileSync(new URL('README.md', FOLDER), 'utf8')
    const told = [...readme.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
    expect(told.sort()).toEqual(requests.map(({ name }) => name).sort())
  })
})
