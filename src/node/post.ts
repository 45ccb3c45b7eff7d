import { lookup as resolve } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../outbound/addresses.ts'
import type { OutboundAnswer, OutboundFailure, OutboundPost, Post } from '../outbound/post.ts'
import { err, ok, type Result } from '../result.ts'

/** Marks the error of a lookup that found nothing but addresses that may not be called. */
const NOT_PUBLIC = 'ERR_NOT_PUBLIC'

/** POST by Node. What a name resolves to is judged when the connection is made, so it cannot change after. */
export const postFromNode: Post = (outbound) => {
  const url = new URL(outbound.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isRefused = isIP(host) !== 0 && !outbound.mayBePrivate && !isPublicAddress(host)
  return isRefused ? Promise.resolve(err(refused(host))) : send(outbound, url, host)
}

function send(
  outbound: OutboundPost,
  url: URL,
  host: string,
): Promise<Result<OutboundAnswer, OutboundFailure>> {
  const { headers, body, timeoutMs, mayBePrivate, tls } = outbound
  return new Promise((settle) => {
    const isSecure = url.protocol === 'https:'
    const fail = (error: NodeJS.ErrnoException) => settle(err(failureOf(error, host)))
    let request: ClientRequest
    try {
      request = (isSecure ? requestHttps : requestHttp)(url, {
        method: 'POST',
        // No connection is kept: the next one is judged anew.
        agent: false,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: mayBePrivate ? resolve : lookupPublic,
        signal: AbortSignal.timeout(timeoutMs),
        ...(isSecure && tls !== undefined && tlsOptions(tls)),
      })
    } catch (error) {
      // Keys and certificates that are none are found out here.
      return fail(error as NodeJS.ErrnoException) // Node throws nothing else
    }
    request.on('error', fail)
    request.on('response', (response) => {
      readText(response, outbound.answerBytesMax).then(
        (text) => settle(text === null ? err(tooLarge(host)) : ok(answerOf(response, text))),
        fail,
      )
    })
    request.end(body)
  })
}

function tlsOptions({ isInsecure, serverName, ca, cert, key }: NonNullable<OutboundPost['tls']>) {
  return {
    rejectUnauthorized: !isInsecure,
    ...(serverName !== '' && { servername: serverName }),
    ...(ca !== '' && { ca }),
    ...(cert !== '' && { cert }),
    ...(key !== '' && { key }),
  }
}

/** All public addresses of a name, for the connection to try. */
const lookupPublic: LookupFunction = (name, options, found) => {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, '', 0)
    const allowed = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = allowed
    if (first === undefined) {
      const refusal: NodeJS.ErrnoException = new Error('no public address')
      refusal.code = NOT_PUBLIC
      return found(refusal, '', 0)
    }
    if (options.all === true) return found(null, allowed)
    return found(null, first.address, first.family)
  })
}

/** Null: there is more than may be. */
async function readText(response: IncomingMessage, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      response.destroy()
      return null
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, text: string): OutboundAnswer {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { status: statusCode, headers: Object.fromEntries(single), text }
}

function failureOf(error: NodeJS.ErrnoException, host: string): OutboundFailure {
  if (error.code === NOT_PUBLIC) return refused(host)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return { kind: 'timeout', message: `${host} did not answer in time` }
  }
  return { kind: 'unreachable', message: `${host}: ${error.code ?? error.message}` }
}

function refused(host: string): OutboundFailure {
  return { kind: 'refused', message: `${host} is not a public address` }
}

function tooLarge(host: string): OutboundFailure {
  return { kind: 'too-large', message: `${host} answers more than is read` }
}
