import { isLocalName, isPublicAddress } from '../outbound/addresses.ts'
import type { OutboundFailure, Post } from '../outbound/post.ts'
import { readText } from '../read-text.ts'
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
    const read = await readText(response.body, outbound.answerBytesMax)
    if (read === null)
      return err({ kind: 'too-large', message: `${hostname} answers more than is read` })
    const { status, headers } = response
    return ok({ status, headers: Object.fromEntries(headers), text: read.text })
  } catch (error) {
    return err(failureOf(error, hostname))
  }
}

function failureOf(error: unknown, host: string): OutboundFailure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'timeout', message: `${host} did not answer in time` }
  }
  const reason = reasonOf(error)
  return { kind: 'unreachable', message: `${host}: ${reason}` }
}
