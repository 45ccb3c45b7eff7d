import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { explorerPage } from '../../../src/api/http/explorer-page.ts'
import { type AppOptions, createApp } from '../../../src/app.ts'
import { type BuiltPage, buildPage } from '../../../src/web/build/build-page.ts'

/** The built page, served as it is deployed, and a browser to look at it. */
export class Explorer {
  readonly built: BuiltPage
  readonly origin: string
  /** Everything that reached the server, as method and path. */
  readonly requests: string[]
  private readonly browser: Browser
  private readonly server: Server

  private constructor(built: BuiltPage, browser: Browser, server: Server, requests: string[]) {
    this.built = built
    this.browser = browser
    this.server = server
    this.requests = requests
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(options: AppOptions = {}): Promise<Explorer> {
    const built = await buildPage()
    const page = explorerPage(new TextEncoder().encode(built.html), null)
    const app = createApp({ loadExplorer: () => Promise.resolve(page), ...options })
    const requests: string[] = []
    const listener = getRequestListener(app.fetch)
    const server = createServer((incoming, outgoing) => {
      requests.push(`${incoming.method} ${incoming.url}`)
      void listener(incoming, outgoing)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    })
    return new Explorer(built, browser, server, requests)
  }

  async stop(): Promise<void> {
    await this.browser.close()
    this.server.closeAllConnections()
    this.server.close()
  }

  /** As if the server, or what is in between, had ended them all. */
  dropConnections(): void {
    this.server.closeAllConnections()
  }

  /** The page on its sample, answered; errors of the page fail whoever reads `errors`. */
  async open(target = '', options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`${this.origin}/${target}`)
    await page.locator('.headline').waitFor()
    return { page, errors }
  }
}

export interface Opened {
  readonly page: Page
  readonly errors: readonly string[]
}

/** Chooses a pod of the list and waits for its answer. */
export async function choosePod(page: Page, name: string): Promise<void> {
  await page.locator('.pod', { hasText: name }).first().click()
  await page.locator('.verdict-pod', { hasText: name }).waitFor()
}

/** Opens files and waits until the first answer about them is there. */
export async function openFiles(page: Page, ...paths: string[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(paths)
}

export async function headlineOf(page: Page): Promise<string> {
  return (await page.locator('.headline').innerText()).replaceAll(/\s+/g, ' ')
}

const SCREENSHOTS = new URL('../../../.build/screenshots/', import.meta.url)

export async function takeScreenshot(page: Page, name: string): Promise<Buffer> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  return await page.screenshot({ path: new URL(`${name}.png`, SCREENSHOTS).pathname })
}
