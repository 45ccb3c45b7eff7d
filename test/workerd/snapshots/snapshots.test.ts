import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { readEvents } from '../../../src/server-sent-events.ts'

/** Run once with an R2 bucket and once with a KV namespace, as vitest.config.ts binds them. */

const PATH = '/v1/snapshots/prod'

function node(name: string) {
  const allocatable = { cpu: '4', memory: '8Gi', pods: '110' }
  return { kind: 'Node', apiVersion: 'v1', metadata: { name }, status: { allocatable } }
}

function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return exports.default.fetch(`http://berth.test${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function nodeFor(snapshot: object): Promise<string | undefined> {
  const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'app' }] } }
  const options = { absentKinds: 'empty' }
  const response = await ask('POST', '/v1/decisions', { snapshot, pod, options })
  const answer: { decisions?: { node: string }[] } = await response.json()
  return answer.decisions?.[0]?.node
}

it('snapshots are put, named, patched and deleted', async () => {
  const put = await ask('PUT', PATH, { nodes: [node('a')], pods: [] })
  expect(put.status).toBe(201)
  const tag = put.headers.get('etag') ?? ''
  expect(await nodeFor({ name: 'prod', maxAgeSeconds: 60 })).toBe('a')
  const patch = { put: { nodes: [node('b')] }, remove: [{ kind: 'Node', name: 'a' }] }
  expect((await ask('PATCH', PATH, patch, { 'if-match': tag })).status).toBe(200)
  expect((await ask('PATCH', PATH, patch, { 'if-match': tag })).status).toBe(412)
  expect(await nodeFor({ name: 'prod' })).toBe('b')
  expect(await (await ask('GET', PATH)).json()).toMatchObject({ patches: 1, objects: { nodes: 1 } })
  expect((await ask('PUT', PATH, { nodes: [node('c')] }, { 'if-none-match': '*' })).status).toBe(
    412,
  )
  expect((await ask('PUT', PATH, { nodes: [node('c')], pods: [] })).status).toBe(200)
  expect(await nodeFor({ name: 'prod' })).toBe('c')
  expect((await ask('DELETE', PATH)).status).toBe(204)
  expect((await ask('GET', PATH)).status).toBe(404)
  expect(await nodeFor({ name: 'prod' })).toBeUndefined()
})

it('of many patches at once each is kept, or told that it is not', async () => {
  await ask('PUT', PATH, { nodes: [node('a')], pods: [] })
  const patches = Array.from({ length: 4 }, (_, at) =>
    ask('PATCH', PATH, { put: { nodes: [node(`n${at}`)] } }),
  )
  const statuses = (await Promise.all(patches)).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 412)).toEqual([])
  expect((await ask('GET', PATH)).status).toBe(200)
  expect(await nodeFor({ name: 'prod' })).toBeDefined()
})

it('whoever follows a snapshot is told of its changes', async () => {
  await ask('PUT', PATH, { nodes: [node('a')], pods: [] })
  const objects = await ask('GET', `${PATH}/objects`)
  expect(await objects.json()).toMatchObject({ nodes: [{ metadata: { name: 'a' } }] })
  const response = await ask('GET', `${PATH}/events`)
  const events = readEvents(response.body ?? new ReadableStream())
  expect((await events.next()).value).toMatchObject({ event: 'kept' })
  const patched = await ask('PATCH', PATH, { put: { nodes: [node('b')] } })
  const { digest } = await patched.json<{ digest: string }>()
  expect((await events.next()).value).toMatchObject({ event: 'patch', id: digest })
  await events.return()
})
