import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choosePod, Explorer } from './explorer.ts'

let explorer: Explorer

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

/** One after the other, before anything can be answered. */
async function chooseBeside(page: Page, ...values: readonly string[]): Promise<void> {
  await page.evaluate(`{
    const options = [...document.querySelectorAll('.choice option')]
    const select = options.find(({ value }) => value === 'before').closest('select')
    for (const value of ${JSON.stringify(values)}) {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }`)
}

/** The next message to the engine finds that it has stopped. */
const STOP = `{
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function () {
    Worker.prototype.postMessage = postMessage
    setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'broken' })), 0)
  }
}`

describe('an answer that comes late', () => {
  it('of a comparison that was given up does not take the place of the pod’s own', async () => {
    const { page, errors } = await explorer.open('#v=1&pod=shop%2Fskewed-0&as=kubernetes-1.36')
    await chooseBeside(page, 'classic-1.10', 'kubernetes-1.37')
    await page.locator('.other h3', { hasText: 'As kubernetes-1.37 decides' }).first().waitFor()
    await expect(page.locator('.verdict-as').innerText()).resolves.toBe(
      'as kubernetes-1.36 decides',
    )
    expect(errors).toEqual([])
  })

  it('or never, since the engine stopped, does not keep the next cluster from being asked', async () => {
    const { page } = await explorer.open()
    await page.evaluate(STOP)
    await page.locator('.pod', { hasText: 'shop/nowhere-0' }).first().click()
    await page.locator('.warning', { hasText: 'The engine stopped (broken)' }).waitFor()
    await page.locator('button.chip', { hasText: 'Cluster' }).click()
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await page.locator('.warning', { hasText: 'The engine stopped' }).waitFor({ state: 'detached' })
    await choosePod(page, 'shop/nowhere-0')
    await expect(page.locator('.headline').innerText()).resolves.toContain('Pending')
  })

  it('a link to other data says so, also when it is pasted later', async () => {
    const { page } = await explorer.open()
    await page.evaluate("location.hash = '#v=1&pod=shop%2Fnowhere-0&sha=000000000000'")
    await page.locator('.verdict-pod', { hasText: 'shop/nowhere-0' }).waitFor()
    await expect(page.locator('main > .warning').allInnerTexts()).resolves.toEqual([
      'This link was made on other data: open the same files to see what its sender saw.',
    ])
  })
})
