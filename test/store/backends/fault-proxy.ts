import { once } from 'node:events'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to one call: it passes; it is throttled; its connection breaks before the store sees
 * it; the store carries it out and the answer is lost; nobody ever answers; the caller may not.
 */
export type Fate = 'pass' | 'throttle' | 'refuse' | 'lose-answer' | 'hang' | 'fail' | 'deny'

/** The operation of a call (`PutItem`, ...), its number, from 0, and its body. */
export type Decide = (operation: string, call: number, body: string) => Fate

export interface FaultProxy {
  readonly endpoint: string
  decide: Decide
  stop(): Promise<void>
}

/** An HTTP proxy in front of a DynamoDB that fails calls as told. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let calls = 0
  const proxy: { decide: Decide } = { decide: () => 'pass' }
  const server = createServer(async (req, res) => {
    const body = await collect(req)
    const operation = String(req.headers['x-amz-target']).split('.').at(-1) ?? ''
    const fate = proxy.decide(operation, calls++, body.toString())
    if (fate === 'hang') return
    if (fate === 'refuse') return void res.destroy()
    if (fate === 'throttle') return answerError(res, 400, 'ProvisionedThroughputExceededException')
    if (fate === 'deny') return answerError(res, 400, 'AccessDeniedException')
    if (fate === 'fail') return answerError(res, 500, 'InternalServerError')
    const answer = await ask(target, req, body)
    if (fate === 'lose-answer') return void res.destroy()
    res.writeHead(answer.status, answer.headers).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return Object.assign(proxy, {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function answerError(res: ServerResponse, status: number, name: string): void {
  const type = `com.amazonaws.dynamodb.v20120810#${name}`
  res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
  res.end(JSON.stringify({ __type: type, message: 'told so by a test' }))
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

function ask(target: string, { headers, method, url }: IncomingMessage, body: Buffer) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { method: method ?? 'POST', headers: { ...headers, connection: 'close' } }
    const sent = forward(new URL(url ?? '/', target), options, async (res) => {
      resolve({ status: res.statusCode ?? 500, headers: res.headers, body: await collect(res) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
