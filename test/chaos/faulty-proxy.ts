import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../store/test-runtime.ts'

/**
 * A proxy in front of a DynamoDB, as a process of its own: `node faulty-proxy.ts TARGET SETTINGS`.
 * Every call takes some time; and so many of a hundred meet one of the faults below, each as likely.
 * Settings come as JSON, and anew on standard input, a line each; a line is answered with `set`.
 */
export interface ProxySettings {
  /** Before the store sees a call, and before its answer is passed on. */
  readonly latencyMs: number
  readonly faultPercent: number
  readonly seed: number
}

type Fault = 'drop' | 'lose' | 'cut' | 'garble' | 'throttle' | 'fail' | 'hang'

/** The connection breaks before the store sees the call, or after: then the answer is lost or cut. */
const FAULTS: readonly Fault[] = ['drop', 'lose', 'cut', 'garble', 'throttle', 'fail', 'hang']

/** Longer than the caller waits. */
const HANG_MS = 1500

const [target = '', given = '{}'] = process.argv.slice(2)
let settings: ProxySettings = JSON.parse(given)
let random = seededRandom(settings.seed)
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

const server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
  pass(req, res).catch(() => res.destroy())
})

async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await collect(req)
  const fault = random() * 100 < settings.faultPercent ? pick() : null
  await sleep(settings.latencyMs / 2)
  if (fault === 'drop') return void res.destroy()
  if (fault === 'throttle') return fail(res, 400, 'ProvisionedThroughputExceededException')
  if (fault === 'fail') return fail(res, 500, 'InternalServerError')
  const answer = await ask(req, body)
  await sleep(settings.latencyMs / 2)
  if (fault === 'hang') await sleep(HANG_MS)
  if (fault === 'lose' || fault === 'hang') return void res.destroy()
  if (fault === 'garble') answer.body.fill(0x78, 0, Math.floor(answer.body.length / 2))
  res.writeHead(answer.status, answer.headers)
  if (fault === 'cut') return void res.write(answer.body.subarray(0, 7), () => res.destroy())
  res.end(answer.body)
}

function pick(): Fault {
  return FAULTS[Math.floor(random() * FAULTS.length)] ?? 'drop'
}

function fail(res: ServerResponse, status: number, name: string): void {
  const type = `com.amazonaws.dynamodb.v20120810#${name}`
  res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
  res.end(JSON.stringify({ __type: type, message: 'a fault of the proxy' }))
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
}

function ask({ headers, method, url }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _, ...passed } = headers
    const options = { method: method ?? 'POST', headers: passed, agent }
    const sent = forward(new URL(url ?? '/', target), options, (res) => {
      const { connection: __, 'keep-alive': ___, ...own } = res.headers
      const answered = Object.entries(own).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      collect(res).then(
        (text) =>
          resolve({
            status: res.statusCode ?? 500,
            headers: Object.fromEntries(answered),
            body: text,
          }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

process.stdin.setEncoding('utf8')
process.stdin.on('data', (text: string) => {
  for (const line of text.split('\n').filter((part) => part !== '')) {
    settings = JSON.parse(line)
    random = seededRandom(settings.seed)
    console.log('set')
  }
})
process.stdin.on('end', () => process.exit(0))

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // it listens on TCP
  console.log(`port ${port}`)
})
