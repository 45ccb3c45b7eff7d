import { afterEach, describe, expect, it } from 'vitest'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

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
    {
      env: { BERTH_TLS_CERT_FILE: '/nowhere.crt' },
      says: 'berth: BERTH_TLS_CERT_FILE cannot be read: ENOENT',
    },
    {
      env: { BERTH_TLS_CERT_FILE: 'package.json' },
      says: 'berth: BERTH_TLS_CERT_FILE and BERTH_TLS_KEY_FILE go together',
    },
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
