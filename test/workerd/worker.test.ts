import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'

it('answers inside workerd', async () => {
  const response = await exports.default.fetch('http://berth.test/healthz')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
})
