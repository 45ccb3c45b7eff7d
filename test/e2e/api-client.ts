import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'

/** What the API server answered. */
export interface ApiAnswer {
  readonly status: number
  /** Of the header Warning, as kubectl shows them. */
  readonly warnings: readonly string[]
  /** Parsed JSON, or the text where it is none. Its shape is Kubernetes' own. */
  // biome-ignore lint/suspicious/noExplicitAny: objects of any kind, of which tests read single fields
  readonly body: any
}

export interface ApiRequestOptions {
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends JSON to one HTTPS server on the loopback, over connections that stay open. */
export class ApiClient {
  readonly url: string
  private readonly headers: Readonly<Record<string, string>>
  private readonly agent: Agent

  constructor(url: string, caPath: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url
    this.headers = headers
    this.agent = new Agent({ keepAlive: true, maxSockets: 32, ca: readFileSync(caPath) })
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    options: ApiRequestOptions = {},
  ): Promise<ApiAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      accept: 'application/json',
      ...this.headers,
      ...(body !== undefined && {
        'content-type': options.contentType ?? 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...options.headers,
    }
    return new Promise((resolve, reject) => {
      const asked = request(
        new URL(path, this.url),
        { method, headers, agent: this.agent },
        (answer) => {
          let received = ''
          answer.setEncoding('utf8')
          answer.on('data', (part: string) => {
            received += part
          })
          answer.on('error', reject)
          answer.on('end', () => {
            const { statusCode: status = 0, headers } = answer
            const warnings = [headers.warning ?? []].flat()
            resolve({ status, warnings, body: parsed(received) })
          })
        },
      )
      asked.on('error', reject)
      asked.end(text)
    })
  }

  /** Like send, but throws unless the answer has a status of success. */
  async expect(
    method: string,
    path: string,
    body?: unknown,
    options: ApiRequestOptions = {},
  ): Promise<ApiAnswer['body']> {
    const answer = await this.send(method, path, body, options)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  close(): void {
    this.agent.destroy()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
