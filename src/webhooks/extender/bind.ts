import type { ExtenderBindingArgs } from '../../../schemas/webhooks/extender.ts'
import { reasonOf } from '../../reason-of.ts'
import type { BindSettings } from './settings.ts'

/** Of the API server; a scheduler waits for its extender no longer than it was told to. */
const TIMEOUT_MS = 10_000
const ANSWER_CHARS_MAX = 2000

/** Binds the pod as the scheduler would; what went wrong, in a sentence, or null. */
export async function bindPod(
  { server, token }: BindSettings,
  { PodNamespace, PodName, PodUID, Node }: ExtenderBindingArgs,
  send: typeof fetch,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    send(`${server}${path}`, {
      ...init,
      headers,
      // The token is for this address alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  try {
    // The API server binds pods to nodes that are not there.
    const node = await ask(`/api/v1/nodes/${Node}`, { method: 'GET' })
    if (!node.ok) return `node ${Node}: ${await told(node)}`
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace: PodNamespace, name: PodName, uid: PodUID },
      target: { apiVersion: 'v1', kind: 'Node', name: Node },
    }
    const path = `/api/v1/namespaces/${PodNamespace}/pods/${PodName}/binding`
    const bound = await ask(path, { method: 'POST', body: JSON.stringify(binding) })
    return bound.ok ? null : told(bound)
  } catch (error) {
    const reason = reasonOf(error)
    return `the API server does not answer: ${reason}`
  }
}

/** The message of a Status, or what came instead. */
async function told(response: Response): Promise<string> {
  const text = (await response.text()).slice(0, ANSWER_CHARS_MAX)
  const message = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  return message === undefined ? `HTTP ${response.status}` : String(JSON.parse(message))
}
