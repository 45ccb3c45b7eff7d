import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLE_CLUSTER } from '../../cli/run-berth.ts'
import { runDecide } from '../../cli/run-decide.ts'
import { Explorer, headlineOf, openFiles, takeScreenshot } from './explorer.ts'

let explorer: Explorer

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

const QUESTION =
  '#v=1&pod=shop%2Fskewed-0&as=kubernetes-1.36&edit=addToleration~nvidia.com%2Fgpu~true~NoSchedule&weight=ImageLocality:7'

describe('what was asked', () => {
  it('is saved in a file, asked again by the command, and by the page', async () => {
    const { page, errors } = await explorer.open(QUESTION)
    await page.locator('.headline', { hasText: 'Fits.' }).waitFor()
    const headline = await headlineOf(page)
    await takeScreenshot(page, 'scenario-save')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('shop-skewed-0.scenario.json')
    const path = join(tmpdir(), `berth-${process.pid}.scenario.json`)
    await download.saveAs(path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      pod: 'shop/skewed-0',
      profile: 'kubernetes-1.36',
      weights: { ImageLocality: 7 },
      edits: [{ op: 'addToleration', key: 'nvidia.com/gpu' }],
    })

    const words = ['--scenario', path, '-s', EXAMPLE_CLUSTER, '-o', 'json']
    const { output, complaints } = await runDecide(...words)
    expect(complaints).toContain('saved on these files')
    const { node } = JSON.parse(output).decisions[0]

    const { page: other } = await explorer.open()
    await openFiles(other, path)
    await other.locator('.verdict-as', { hasText: 'kubernetes-1.36' }).waitFor()
    await other.locator('.headline', { hasText: 'Fits.' }).waitFor()
    await expect(headlineOf(other)).resolves.toBe(headline)
    const chosen = (await other.locator('.status-node').innerText()).replace('→ ', '')
    expect(node).toContain(chosen)
    await expect(other.locator('.tried-chip').count()).resolves.toBe(2)
    await expect(other.locator('main > .warning').count()).resolves.toBe(0)

    const { page: third } = await explorer.open()
    await openFiles(third, path, EXAMPLE_CLUSTER)
    await third.locator('header .chip', { hasText: 'cluster.json.gz' }).waitFor()
    await third.locator('.headline', { hasText: 'Fits.' }).waitFor()
    await expect(headlineOf(third)).resolves.toBe(headline)
    expect(errors).toEqual([])
  })
})
