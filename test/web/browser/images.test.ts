import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Explorer } from './explorer.ts'

/** The pictures of the documents, made anew with BERTH_IMAGES=write. */
const IMAGES = new URL('../../../docs/images/', import.meta.url)
const WRITES = process.env['BERTH_IMAGES'] === 'write'
const VIEWPORT = { width: 1280, height: 800 }

let explorer: Explorer

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

const view = (page: Page, name: string) =>
  page.locator('.views').getByRole('button', { name, exact: true }).click()

async function find(page: Page): Promise<void> {
  await page.locator('.task-form .strong').click()
  await page.locator('.picture .headline').waitFor()
  await page.locator('.working').waitFor({ state: 'detached' })
}

async function waits(page: Page): Promise<void> {
  await page.locator('.card').nth(2).waitFor()
  await page.locator('.pod', { hasText: 'ml/finetune-0' }).locator('.mark.refused').waitFor()
}

async function simulation(page: Page): Promise<void> {
  await view(page, 'Simulation')
  await page.getByLabel('copies', { exact: true }).fill('300')
  await page.getByLabel('one every').fill('2')
  await page.getByLabel('each runs').fill('200')
  await find(page)
}

async function capacity(page: Page): Promise<void> {
  await view(page, 'Capacity')
  await find(page)
}

const MADE = [
  ['explorer-waits', 'light', 'shop/skewed-0', waits],
  ['explorer-waits-dark', 'dark', 'shop/skewed-0', waits],
  ['explorer-simulation', 'light', 'shop/web-5', simulation],
  ['explorer-capacity', 'dark', 'shop/web-5', capacity],
] as const

it.each(MADE)('%s.png shows what the page shows', async (name, scheme, pod, prepare) => {
  const { page, errors } = await explorer.open(`#v=1&pod=${encodeURIComponent(pod)}`, {
    viewport: VIEWPORT,
    colorScheme: scheme,
  })
  await prepare(page)
  const path = new URL(`${name}.png`, IMAGES).pathname
  if (WRITES) await page.screenshot({ path })
  const kept = readFileSync(path)
  // A PNG says its size at this place.
  const size = { width: kept.readUInt32BE(16), height: kept.readUInt32BE(20) }
  expect(size).toEqual(VIEWPORT)
  expect(errors).toEqual([])
})
