import { CALLS, exampleCallOf } from '../src/api/docs/example-calls.ts'
import { EVENTS_TYPE } from '../src/api/http/response/event-stream.ts'
import { createApp } from '../src/app.ts'
import { BatchesInProcess } from '../src/batches/in-process.ts'
import { readEvents } from '../src/server-sent-events.ts'
import { createMemoryStore } from '../src/store/memory.ts'
import type { CallExample, CallExamples } from './call-examples.ts'
import { EXAMPLES } from './examples.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

const TOKEN = 'example-0123456789abcdef'
const TOKENS = JSON.stringify([{ token: TOKEN, name: 'ann', roles: ['admin'] }])
const NOW = '2026-11-22T08:00:00.000Z'
/** It answers with the document that these examples are written into. */
const ITSELF = 'openapi'

/**
 * The calls of /docs, one after another on one app, of which time and chance are decided; operations
 * that have whole examples are left to these.
 */
export async function runCalls(): Promise<CallExamples> {
  const now = () => new Date(NOW)
  let ids = 0
  const randomId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
  const app = createApp({
    env: { BERTH_TOKENS: TOKENS, EXTENDER_SNAPSHOT: 'prod' },
    store: createMemoryStore(),
    batches: new BatchesInProcess(1, () => {}),
    now,
    runtime: { now, sleep: () => Promise.resolve(), random: () => 0, randomId },
    logsRequests: false,
  })
  const send = async (method: string, path: string, body?: object) => {
    const response = await app.request(path, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'x-request-id': 'example',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answerText(response)
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return text === '' ? undefined : (JSON.parse(text.split('\n')[0] ?? '') as unknown)
  }
  await send('post', '/v1/decisions', preempting())
  const told: [string, CallExample][] = []
  let id = ''
  for (const operation of inOrder()) {
    const { path, body } = exampleCallOf(operation) ?? { path: operation.path }
    const response = shorten(await send(operation.method, path.replace('{id}', id), body))
    if (operation.id === 'listPreemptions') id = idOfFirst(response)
    if (operation.id === 'startBatch') {
      id = (response as { id: string }).id // by the operation's schema
      while (((await send('get', `/v1/batches/${id}`)) as { status: string }).status !== 'done') {
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const request = body === undefined ? {} : { request: body }
    told.push([operation.id, response === undefined ? request : { ...request, response }])
  }
  return Object.fromEntries(told)
}

/** Of a stream of events the data of the first. */
export async function answerText(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type') === EVENTS_TYPE
  if (!isStream || response.body === null) return await response.text()
  for await (const event of readEvents(response.body)) if (event !== null) return event.data
  return ''
}

/** First those that lead to one another, in their order. */
function inOrder(): Operation[] {
  const others = OPERATIONS.filter(({ id }) => !CALLS.has(id) && !EXAMPLES.has(id) && id !== ITSELF)
  return [
    ...[...CALLS.keys()].flatMap((id) => OPERATIONS.filter((one) => one.id === id)),
    ...others,
  ]
}

/** A decision that the audit log has something of. */
function preempting(): object {
  const compare = CALLS.get('compare')
  const { snapshot, pods } = (compare?.body ?? {}) as { snapshot?: object; pods?: object[] } // as written there
  return { snapshot, pods, cluster: 'prod', options: { absentKinds: 'empty' } }
}

/** Of the many profiles one shows what is told of each. */
function shorten(response: unknown): unknown {
  const { profiles } = (response ?? {}) as { profiles?: unknown } // any JSON may have such a field
  const isLong = Array.isArray(profiles) && typeof profiles[0] === 'object'
  return isLong ? { ...(response as object), profiles: profiles.slice(0, 1) } : response
}

function idOfFirst(response: unknown): string {
  const { items } = response as { items: { id: string }[] } // by the operation's schema
  return items[0]?.id ?? ''
}
