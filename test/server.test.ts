import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'

const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

interface Server {
  readonly child: ChildProcess
  /** All that it wrote so far. */
  readonly output: { text: string }
  readonly exit: Promise<number | null>
}

function start(env: Record<string, string>): Server {
  const child = spawn(process.execPath, ['src/server.ts'], { env: { ...process.env, ...env } })
  running.push(child)
  const output = { text: '' }
  child.stdout.on('data', (data) => (output.text += data))
  child.stderr.on('data', (data) => (output.text += data))
  return { child, output, exit: once(child, 'exit').then(([code]) => code) }
}

/** The address that the server prints once it listens. */
async function listening({ child, output }: Server): Promise<string> {
  for (;;) {
    const url = /http:\/\/\S+/.exec(output.text)?.[0]
    if (url !== undefined) return url
    if (child.exitCode !== null || child.stdout === null) throw new Error(output.text)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}

describe('the Node entry', () => {
  it('serves on the loopback, logs to standard output and ends on SIGTERM', async () => {
    const server = start({ PORT: '0' })
    const url = await listening(server)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const response = await fetch(`${url}/healthz`, { headers: { 'x-request-id': 'over-http' } })
    expect(await response.json()).toEqual({ status: 'ok' })
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    expect(server.output.text).toContain('"id":"over-http"')
  })

  it('says which port is taken', async () => {
    const first = start({ PORT: '0' })
    const { port } = new URL(await listening(first))
    const second = start({ PORT: port })
    expect(await second.exit).toBe(1)
    expect(second.output.text).toContain(
      `berth: port ${port} on 127.0.0.1 is taken; choose another with PORT`,
    )
  })

  it.each([
    { env: { PORT: 'http' }, says: 'berth: PORT must be a number from 0 to 65535, not "http"' },
    {
      env: { BERTH_LIMIT_NODES: '-3' },
      says: 'berth: BERTH_LIMIT_NODES must be a whole number above 0, not "-3"',
    },
  ])('refuses $env and says why', async ({ env, says }) => {
    const server = start({ PORT: '0', ...env })
    expect(await server.exit).toBe(1)
    expect(server.output.text).toContain(says)
  })

  it('refuses a body over the limit while it is being sent', async () => {
    const server = start({ PORT: '0', BERTH_LIMIT_BODY_BYTES: '1000000' })
    const url = await listening(server)
    const response = await fetch(`${url}/v1/decisions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([new Uint8Array(20_000_000)]).stream(),
      duplex: 'half',
    })
    expect(response.status).toBe(413)
  })
})
