import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choosePod, Explorer } from './explorer.ts'

let explorer: Explorer

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

/** Everything by which a page could reach a server, tried in the page and in a worker of its. */
function attempts(canary: string): string {
  return `(async () => {
    const tries = [
      () => fetch('${canary}/fetch'),
      () => navigator.sendBeacon('${canary}/beacon', 'x'),
      () => new Promise((done) => { const image = new Image(); image.onerror = image.onload = done; image.src = '${canary}/image' }),
      () => new EventSource('${canary}/events').close(),
      () => new WebSocket('${canary.replace('http', 'ws')}/socket').close(),
      () => import('${canary}/module'),
      () => { const link = document.createElement('link'); link.rel = 'prefetch'; link.href = '${canary}/prefetch'; document.head.append(link) },
      () => { const frame = document.createElement('iframe'); frame.src = '${canary}/frame'; document.body.append(frame) },
      () => { const script = document.createElement('script'); script.src = '${canary}/script'; document.head.append(script) },
      () => new Promise((done) => {
        const text = "fetch('${canary}/worker').catch(() => 0).then(() => postMessage(1)); try { importScripts('${canary}/imported') } catch {}"
        const worker = new Worker(URL.createObjectURL(new Blob([text])))
        worker.onmessage = worker.onerror = done
      }),
    ]
    for (const attempt of tries) { try { await attempt() } catch {} }
    await new Promise((done) => setTimeout(done, 300))
  })()`
}

describe('nothing leaves the page', () => {
  it('asks for itself and for nothing else, whatever is done on it', async () => {
    explorer.requests.length = 0
    const { page, errors } = await explorer.open()
    await choosePod(page, 'ml/huge-0')
    await page.locator('.card').first().waitFor()
    await page.getByLabel('beside').selectOption('kubernetes-1.36')
    await page.locator('.other-verdict').waitFor()
    expect(explorer.requests).toEqual(['GET /'])
    expect(errors).toEqual([])
  })

  it('reaches no server by any of the ways there are, from the page or a worker', async () => {
    const { page } = await explorer.open()
    explorer.requests.length = 0
    await page.evaluate(attempts(explorer.origin))
    expect(explorer.requests).toEqual([])
  })

  it('works from a file, without a network', async () => {
    const file = join(tmpdir(), `berth-explorer-${process.pid}.html`)
    writeFileSync(file, explorer.built.html)
    const { page, errors } = await explorer.open()
    await page.context().setOffline(true)
    await page.goto(`file://${file}`)
    await page.locator('.headline', { hasText: 'Pending.' }).waitFor()
    await choosePod(page, 'ml/embedder-0')
    await page.locator('.headline', { hasText: 'Fits.' }).waitFor()
    expect(errors).toEqual([])
  })

  it('keeps nothing but the choice of light or dark', async () => {
    const { page } = await explorer.open()
    await choosePod(page, 'ml/huge-0')
    await page.keyboard.press('d')
    const kept = await page.evaluate<string[]>(
      '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
    )
    expect(kept).toEqual(['berth-theme'])
    expect(await page.evaluate<string>('document.cookie')).toBe('')
  })
})

describe('the page', () => {
  it('is one document of a bounded size', () => {
    const { html, gzip } = explorer.built
    const [raw, compressed] = [html.length, gzip.length].map((bytes) => Math.ceil(bytes / 1024))
    console.log(`explorer: ${raw} kB, gzip ${compressed} kB`)
    expect(compressed).toBeLessThanOrEqual(430)
    expect(html).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(?!data:)/)
  })
})
