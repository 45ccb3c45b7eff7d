import { expect, it } from 'vitest'
import * as z from 'zod'
import document from '../../schemas/openapi.json' with { type: 'json' }
import { answerText } from '../../schemas/run-calls.ts'
import { CALLS, exampleCallOf } from '../../src/api/docs/example-calls.ts'
import { loadShippedDocument } from '../../src/api/docs/load-document.ts'
import { createApp } from '../../src/app.ts'
import { BatchesInProcess } from '../../src/batches/in-process.ts'
import { makeStoreClient } from './store/store-client.ts'

const Comparison = z.looseObject({ snapshot: z.looseObject({}), pods: z.array(z.looseObject({})) })

interface Operation {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: object }>>
  }
  readonly responses: object
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
    id: operation.operationId,
    method,
    path,
    operation,
  })),
)
const wholeOf = ({ requestBody }: Operation) =>
  Object.keys(requestBody?.content['application/json']?.examples ?? {})

async function page(): Promise<string> {
  const response = await createApp({ loadDocument: loadShippedDocument }).request('/docs')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'$/,
  )
  return response.text()
}

it('shows every operation with an example, and every schema that a link leads to', async () => {
  const text = await page()
  for (const { operation } of operations) {
    const [, own = ''] = text.split(`<article id="${operation.operationId}"`)
    expect(own.split('</article>')[0], operation.operationId).toContain('curl -s')
  }
  const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
  for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  expect(text).not.toMatch(/<script|style="|undefined|\[object/)
})

/** First those that lead to one another, in their order. */
const calls = [
  ...[...CALLS.keys()].flatMap((id) => operations.filter((one) => one.id === id)),
  ...operations.filter(({ id, operation }) => !CALLS.has(id) && wholeOf(operation).length === 0),
]

it('knows a call of every operation without a whole example, and of no other', () => {
  for (const operation of calls) expect(exampleCallOf(operation), operation.id).not.toBeNull()
  for (const [id] of CALLS) expect(operations.map((one) => one.id)).toContain(id)
})

it('makes every call of its examples, each answered as its operation says', async () => {
  const client = makeStoreClient({
    env: { EXTENDER_SNAPSHOT: 'prod' },
    batches: new BatchesInProcess(1, () => {}),
  })
  const send = (method: string, path: string, body?: object) =>
    client.as('admin', method, path, body)
  // A preemption to speak of.
  const { snapshot, pods } = Comparison.parse(CALLS.get('compare')?.body)
  const options = { absentKinds: 'empty' }
  const decided = await send('POST', '/v1/decisions', { snapshot, pods, cluster: 'prod', options })
  expect(await decided.json()).toMatchObject({ decisions: [{ preemption: { node: 'a' } }] })
  let id = ''
  for (const one of calls) {
    const { path = '', body } = exampleCallOf(one) ?? {}
    const response = await send(one.method.toUpperCase(), path.replace('{id}', id), body)
    const answer = await answerText(response)
    expect(Object.keys(one.operation.responses), one.id).toContain(String(response.status))
    expect(response.ok, `${one.id}: ${answer.slice(0, 300)}`).toBe(true)
    if (one.id === 'startBatch') id = JSON.parse(answer).id
    if (one.id === 'listPreemptions') id = JSON.parse(answer).items[0].id
  }
})
