import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'

/** Where the API server is, and as whom it is asked. */
export interface ApiAccess {
  readonly url: string
  /** A file with a bearer token, which is read anew for every request: clusters renew it. */
  readonly tokenFile?: string | undefined
  /** A file with certificates that are trusted besides the usual ones. */
  readonly caFile?: string | undefined
}

export interface ApiAnswer {
  readonly status: number
  /** Parsed JSON, or the text where it is none. */
  readonly body: unknown
}

export interface WatchEvent {
  readonly type: string
  readonly object: unknown
}

/** Headers of what a patch may be. */
export const MERGE = { 'content-type': 'application/merge-patch+json' }
export const STRATEGIC_MERGE = { 'content-type': 'application/strategic-merge-patch+json' }

const REQUEST_LIMIT_MS = 30_000
/** Bookmarks come about once a minute. */
const WATCH_SILENT_MS = 360_000
/** Lists of big clusters are long; more than this is no list. */
const ANSWER_BYTES_MAX = 1 << 30
/** One object, and what is around it. */
const EVENT_CHARS_MAX = 16 << 20
const CONNECTIONS_MAX = 64

/** Speaks with one Kubernetes API server, or a Berth, over connections that stay open. */
export class ApiServer {
  private readonly access: ApiAccess
  private readonly agent: http.Agent
  private readonly transport: typeof http | typeof https

  constructor(access: ApiAccess) {
    const { url, caFile } = access
    const isSecure = url.startsWith('https:')
    const options = { keepAlive: true, maxSockets: CONNECTIONS_MAX }
    const ca = caFile === undefined ? undefined : readFileSync(caFile)
    this.access = access
    this.transport = isSecure ? https : http
    this.agent = isSecure ? new https.Agent({ ...options, ca }) : new http.Agent(options)
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    given: http.OutgoingHttpHeaders = {},
  ): Promise<ApiAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    // Without its length Node sends the body of a DELETE as the start of the next request.
    const length = String(Buffer.byteLength(text))
    const ofBody = { 'content-type': 'application/json', 'content-length': length }
    const headers = { ...(body !== undefined && ofBody), ...given }
    return new Promise((resolve, reject) => {
      const asked = this.request(method, path, headers, (answer) => {
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > ANSWER_BYTES_MAX) answer.destroy(new Error('the answer is too long'))
          else parts.push(part)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, body: parsed(Buffer.concat(parts).toString()) })
        })
      })
      asked.setTimeout(REQUEST_LIMIT_MS, () => asked.destroy(new Error('the API server is silent')))
      asked.on('error', reject)
      asked.end(text)
    })
  }

  /**
   * Events as they come, until the server ends the watch or `signal`: the status that it answered, 0
   * for a connection that broke. Ends with an error for what cannot be read, or what `onEvent` throws.
   */
  watch(path: string, signal: AbortSignal, onEvent: (event: WatchEvent) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      const broken = () => resolve(0)
      const asked = this.request('GET', path, {}, (answer) => {
        let rest = ''
        answer.setEncoding('utf8')
        const take = (part: string) => {
          const lines = (rest + part).split('\n')
          rest = lines.pop() ?? ''
          if (rest.length > EVENT_CHARS_MAX) throw new Error('an event is too long')
          for (const line of lines) if (line !== '') onEvent(JSON.parse(line) as WatchEvent)
        }
        answer.on('data', (part: string) => {
          try {
            take(part)
          } catch (error) {
            reject(error)
            asked.destroy()
          }
        })
        answer.on('error', broken)
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      })
      const stop = () => void asked.destroy()
      signal.addEventListener('abort', stop, { once: true })
      asked.on('close', () => signal.removeEventListener('abort', stop))
      asked.on('error', broken)
      // The server ends a watch itself before that; a connection that broke in silence says nothing.
      asked.setTimeout(WATCH_SILENT_MS, () => asked.destroy(new Error('the watch is silent')))
      asked.end()
    })
  }

  close(): void {
    this.agent.destroy()
  }

  private request(
    method: string,
    path: string,
    headers: http.OutgoingHttpHeaders,
    onAnswer: (answer: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const { url, tokenFile } = this.access
    const token = tokenFile === undefined ? null : readFileSync(tokenFile, 'utf8').trim()
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const all = { accept: 'application/json', ...authorization, ...headers }
    const target = new URL(path, url)
    return this.transport.request(target, { method, agent: this.agent, headers: all }, onAnswer)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
