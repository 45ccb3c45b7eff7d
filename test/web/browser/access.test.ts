import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.ts'
import { choosePod, Explorer, headlineOf, takeScreenshot } from './explorer.ts'

let explorer: Explorer

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

const VIEWS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['waits', (page) => page.locator('.card').first().waitFor()],
  [
    'fits',
    async (page) => {
      await choosePod(page, 'ml/embedder-0')
      await page.locator('.rung').first().waitFor()
    },
  ],
  [
    'sheet',
    async (page) => {
      await choosePod(page, 'ml/embedder-0')
      await page.locator('.rung').first().click()
      await page.locator('.sheet').waitFor()
    },
  ],
  [
    'beside',
    async (page) => {
      await page.getByLabel('beside').selectOption('kubernetes-1.34')
      await page.locator('.other-verdict').waitFor()
    },
  ],
  ['table', (page) => page.getByRole('button', { name: 'Table', exact: true }).click()],
  ['data', (page) => page.getByRole('button', { name: /^Cluster/ }).click()],
  ['keys', (page) => page.getByRole('button', { name: 'Keys and legend' }).click()],
]

describe('everybody can use it', () => {
  const cases = VIEWS.flatMap(([view]) =>
    (['light', 'dark'] as const).map((scheme) => [view, scheme] as const),
  )
  it.each(cases)('axe finds nothing: %s, %s', async (view, scheme) => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fskewed-0', { colorScheme: scheme })
    await VIEWS.find(([name]) => name === view)?.[1](page)
    await expect(findings(page)).resolves.toEqual([])
  })

  it('axe finds nothing with the colours of the system forced', async () => {
    const { page } = await explorer.open('', { forcedColors: 'active' })
    await page.locator('.card').first().waitFor()
    await expect(findings(page)).resolves.toEqual([])
    await takeScreenshot(page, 'forced-colours')
  })

  it('the keyboard alone finds a pod, opens a node, cordons it and takes it back', async () => {
    const { page } = await explorer.open()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('/')
    await page.keyboard.type('embedder')
    await press('Enter')
    await page.locator('.verdict-pod', { hasText: 'ml/embedder-0' }).waitFor()
    const before = await headlineOf(page)
    await page.evaluate('document.activeElement.blur()')
    await press('m')
    await expect(page.locator('.map [aria-live]').innerText()).resolves.toMatch(/^ip-.* 1 of 49$/)
    await press('End', 'Home', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Enter')
    await page.locator('.sheet h2:focus').waitFor()
    await press('Tab', 'Tab', 'Enter')
    await page.locator('.tried-chip', { hasText: 'cordon' }).waitFor()
    await press('Escape', 'u')
    await page.locator('.tried-chip').waitFor({ state: 'detached' })
    await expect(headlineOf(page)).resolves.toBe(before)
  })

  it('the table has a row for every node', async () => {
    const { page } = await explorer.open()
    await page.keyboard.press('t')
    await expect(page.locator('table.nodes').getAttribute('aria-rowcount')).resolves.toBe('50')
    await page.getByRole('button', { name: 'Node', exact: true }).click()
    await page.locator('tr[aria-rowindex="2"]').getByRole('button').click()
    await page.locator('.sheet').waitFor()
  })
})

const SIZES = [
  ['desktop', 1280, 800],
  ['tablet', 820, 1180],
  ['phone', 390, 844],
] as const

describe('screenshots', () => {
  const cases = SIZES.flatMap(([name, width, height]) =>
    (['light', 'dark'] as const).map((scheme) => ({ name, width, height, scheme })),
  )
  it.each(cases)('$name in $scheme, to be looked at', async ({ name, width, height, scheme }) => {
    const { page, errors } = await explorer.open('#v=1&pod=shop%2Fskewed-0', {
      viewport: { width, height },
      colorScheme: scheme,
    })
    await page.locator('.card').first().waitFor()
    const waits = await takeScreenshot(page, `waits-${name}-${scheme}`)
    await choosePod(page, 'ml/embedder-0')
    await page.locator('.rung').first().waitFor()
    const fits = await takeScreenshot(page, `fits-${name}-${scheme}`)
    expect(Math.min(waits.length, fits.length)).toBeGreaterThan(20_000)
    // Nothing is wider than the screen.
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      width,
    )
    expect(errors).toEqual([])
  })
})
