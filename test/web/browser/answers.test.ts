import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { createApp } from '../../../src/app.ts'
import { choosePod, Explorer, headlineOf } from './explorer.ts'

const CLUSTER = new URL('../../../src/cli/example/cluster.json.gz', import.meta.url)
const Pod = z.looseObject({
  metadata: z.looseObject({ namespace: z.string(), name: z.string() }),
  spec: z.looseObject({ nodeName: z.string().optional() }),
})

const dump = JSON.parse(gunzipSync(readFileSync(CLUSTER)).toString('utf8'))
const pending = dump.items
  .filter(({ kind }: { kind: string }) => kind === 'Pod')
  .map((pod: unknown) => Pod.parse(pod))
  .filter(({ spec }: z.output<typeof Pod>) => spec.nodeName === undefined)

let explorer: Explorer

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

async function decide(pod: object) {
  const response = await createApp().request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ snapshot: dump, pod, options: { explain: 'summary' } }),
  })
  const [decision] = DecisionResponse.parse(await response.json()).decisions
  return decision
}

describe('the explorer answers as the API does', () => {
  it('each waiting pod of the sample, with the same message and as many nodes', async () => {
    const { page, errors } = await explorer.open()
    for (const pod of pending) {
      const name = `${pod.metadata.namespace}/${pod.metadata.name}`
      await choosePod(page, name)
      const wanted = await decide(pod)
      const message = page.locator('.message code')
      if (wanted?.message === null) await expect(message.count()).resolves.toBe(0)
      else await expect(message.innerText()).resolves.toBe(wanted?.message)
      const feasible =
        wanted?.filter && 'feasibleNodes' in wanted.filter ? wanted.filter.feasibleNodes : 0
      const last = page.locator('.funnel-end b').last()
      if ((await last.count()) > 0) await expect(last.innerText()).resolves.toBe(String(feasible))
    }
    expect(errors).toEqual([])
  })

  it('a remedy that is tried makes the pod fit, and undoing it brings the first answer back', async () => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fskewed-0')
    const before = await headlineOf(page)
    await page.locator('.card').first().waitFor()
    const count = await page.locator('.card').count()
    expect(count).toBeGreaterThan(2)
    for (let index = 0; index < count; index++) {
      const card = page.locator('.card').nth(index)
      const promised = /fits on (\d+) nodes/.exec(await card.innerText())?.[1] ?? '1'
      await card.getByRole('button', { name: 'Try it' }).click()
      await page.locator('.headline', { hasText: 'Fits.' }).waitFor()
      await expect(page.locator('.funnel-end b').last().innerText()).resolves.toBe(promised)
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.locator('.headline', { hasText: 'Pending.' }).waitFor()
      await expect(headlineOf(page)).resolves.toBe(before)
      await card.waitFor()
    }
  })

  it('cordoning the chosen node moves the pod, and a link brings the same view elsewhere', async () => {
    const { page } = await explorer.open('#v=1&pod=ml%2Fembedder-0')
    const before = await headlineOf(page)
    expect(before).toContain('Fits. ip-10-0-3-110')
    await page.locator('.rung').first().click()
    await page.locator('.sheet').getByRole('button', { name: 'Cordon', exact: true }).click()
    await page.locator('.headline', { hasText: 'Only ip-10-0-14-110' }).waitFor()
    const link = page.url()
    expect(link).not.toContain('allocatable')
    const fresh = await explorer.open(link.slice(link.indexOf('#')))
    await fresh.page.locator('.headline', { hasText: 'Only ip-10-0-14-110' }).waitFor()
    await expect(fresh.page.locator('.sheet h2').innerText()).resolves.toBe('ip-10-0-3-110')
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.locator('.headline', { hasText: 'ip-10-0-3-110' }).waitFor()
    await expect(headlineOf(page)).resolves.toBe(before)
  })

  it('another release stands beside this one', async () => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fskewed-0')
    await page.getByLabel('beside').selectOption('kubernetes-1.35')
    await page.locator('.other-verdict').waitFor()
    await expect(page.locator('.other h3').first().innerText()).resolves.toContain(
      'kubernetes-1.35',
    )
    await expect(page.locator('.other canvas').count()).resolves.toBe(1)
  })

  it('a weight that is dragged shows at once what the engine then confirms', async () => {
    const { page } = await explorer.open('#v=1&pod=ml%2Fembedder-0')
    const slider = page.locator('.weights').getByLabel('NodeResourcesFit')
    const total = page.locator('.rung b').first()
    await slider.fill('5')
    const shown = await total.innerText()
    expect(shown).not.toBe('444')
    await page.locator('.tried-chip', { hasText: 'NodeResourcesFit weighs 5' }).waitFor()
    await page.locator('.headline', { hasText: `${shown} points` }).waitFor()
    await expect(total.innerText()).resolves.toBe(shown)
  })
})
