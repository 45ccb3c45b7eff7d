import { isLocalName, isPublicAddress } from '../outbound/addresses.ts'
import type { OutboundFailure, OutboundPost, Post } from '../outbound/post.ts'
import { reasonOf } from '../reason-of.ts'
import { err, ok } from '../result.ts'

/**
 * POST by fetch. A name is judged as it stands: what it resolves to is the platform's business, which
 * connects to no private address.
 */
export const postFromWorkers: Post = async (outbound) => {
  const { hostname } = new URL(outbound.url)
  const isNamed = !/^(\[.*\]|[\d.]+)$/.test(hostname)
  const isAllowed = isNamed ? !isLocalName(hostname) : isPublicAddress(hostname)
  if (!outbound.mayBePrivate && !isAllowed) {
    return err({ kind: 'refused', message: `${hostname} is not a public address` })
  }
  try {
    const response = await fetch(outbound.url, {
      method: 'POST',
      headers: outbound.headers,
      body: outbound.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(outbound.timeoutMs),
    })
    const text = await readText(response, outbound)
    if (text === null)
      return err({ kind: 'too-large', message: `${hostname} answers more than is read` })
    return ok({ status: response.status, headers: Object.fromEntries(response.headers), text })
  } catch (error) {
    return err(failureOf(error, hostname))
  }
}

/** Null: there is more than may be. */
async function readText(
  { body }: Response,
  { answerBytesMax }: OutboundPost,
): Promise<string | null> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > answerBytesMax) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

function failureOf(error: unknown, host: string): OutboundFailure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'timeout', message: `${host} did not answer in time` }
  }
  const reason = reasonOf(error)
  return { kind: 'unreachable', message: `${host}: ${reason}` }
}
