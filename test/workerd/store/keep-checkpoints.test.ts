import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { preemptionOf } from '../../support/preemption-of.ts'
import { send } from './ask.ts'

const CLUSTER = 'kept'
const BUCKET = env.BERTH_CHECKPOINTS

/** Its declared type knows of fetch alone. */
const cron = exports.default as unknown as { scheduled(): Promise<void> }

/** What is wrong with the logs, as a run says it; null: nothing. */
async function runCron(): Promise<string | null> {
  try {
    await cron.scheduled()
    return null
  } catch (thrown) {
    return String(thrown)
  }
}

async function kept(): Promise<readonly string[]> {
  const { objects } = await BUCKET.list({ prefix: `${CLUSTER}/` })
  return objects.map(({ key }) => key)
}

describe('a Worker with a bucket and a cron trigger', () => {
  const title = 'keeps the checkpoint of each log once, and says when one does not go on from those'
  it(title, { timeout: 60_000 }, async () => {
    await send('POST', 'decisions', preemptionOf(CLUSTER, 'high-1', ['shop']))
    expect(await runCron()).toBe(null)
    expect(await runCron()).toBe(null)
    expect(await kept()).toEqual([`${CLUSTER}/0000000000000001`])
    const first = await BUCKET.get(`${CLUSTER}/0000000000000001`)
    const checkpoint = await send('GET', `clusters/${CLUSTER}/preemptions/checkpoint`)
    const { hash } = await checkpoint.json<{ hash: string }>()
    expect(await first?.text()).toContain(`berth/${CLUSTER}\n1\n`)
    expect(hash).toMatch(/^sha256:/)

    await send('POST', 'decisions', preemptionOf(CLUSTER, 'high-2', ['shop']))
    await BUCKET.put(`${CLUSTER}/0000000000000002`, 'of another history')
    expect(await runCron()).toContain(`${CLUSTER} forked`)
    expect(await (await BUCKET.get(`${CLUSTER}/0000000000000002`))?.text()).toContain('another')

    await send('POST', 'decisions', preemptionOf(CLUSTER, 'high-3', ['shop']))
    expect(await runCron()).toBe(null)
    await BUCKET.put(`${CLUSTER}/0000000000000007`, 'of later')
    expect(await runCron()).toContain(`${CLUSTER} turned-back`)
  })

  it('serves requests all the same', async () => {
    expect((await exports.default.fetch('http://berth.test/healthz')).status).toBe(200)
  })
})
