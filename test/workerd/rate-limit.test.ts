import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'

/** As wrangler.toml has it. */
const LIMIT = 300

function ask(address: string): Promise<Response> {
  return exports.default.fetch('http://berth.test/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': address },
    body: '{',
  })
}

it('one address may ask as often as the binding of wrangler.toml allows', async () => {
  // The test runner hangs where several requests load the app's modules at once, which a bundle does not.
  await ask('192.0.2.9')
  // One beyond the limit is refused even where a new period begins among them.
  const asked = await Promise.all(Array.from({ length: 2 * LIMIT + 1 }, () => ask('192.0.2.7')))
  const refused = asked.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('10')
  expect(await refused[0]?.json()).toMatchObject({ code: 'rate-limited' })
  expect(asked.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(LIMIT)
  expect((await ask('192.0.2.8')).status).toBe(400)
})
