import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { findings } from './axe.ts'
import { Explorer, headlineOf, takeScreenshot } from './explorer.ts'

const TOKEN = 'follower-0123456789abcdef'
const BERTH_TOKENS = JSON.stringify([
  { token: TOKEN, name: 'ann', roles: ['decide', 'snapshot:write'] },
])

let open: Explorer
let closed: Explorer

beforeAll(async () => {
  open = await Explorer.start()
  closed = await Explorer.start({ env: { BERTH_TOKENS } })
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
})

async function send(to: Explorer, method: string, name: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
  const response = await fetch(`${to.origin}/v1/snapshots/${name}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(response.ok, await response.text()).toBe(true)
}

const ZONES = { persistentVolumeClaims: [], persistentVolumes: [], services: [], replicaSets: [] }
const CLUSTER = {
  ...ZONES,
  nodes: [makeNode('worker-1', { allocatable: { cpu: '2', memory: '8Gi', pods: '110' } })],
  pods: [
    makePod('old', { node: 'worker-1', requests: { cpu: '1500m' } }),
    makePod('waits', { requests: { cpu: '1' } }),
    makePod('huge', { requests: { cpu: '64' } }),
  ],
}
const MORE_ROOM = { put: { nodes: [makeNode('worker-2')] } }

async function headlineWith(page: Page, text: string): Promise<void> {
  await page.locator('.headline', { hasText: text }).waitFor()
}

describe('a named snapshot', () => {
  it('is shown as it changes, and what is asked and tried stays', async () => {
    await send(open, 'PUT', 'prod', CLUSTER)
    const { page, errors } = await open.open('follow#v=1&follow=prod&pod=default%2Fwaits')
    await headlineWith(page, 'Pending.')
    await page.locator('.live', { hasText: 'live, as of' }).waitFor()
    await expect(page.locator('header .chip').first().innerText()).resolves.toContain(
      'prod · 1 node',
    )
    await takeScreenshot(page, 'follow-light-1280')
    await send(open, 'PATCH', 'prod', MORE_ROOM)
    await headlineWith(page, 'Fits.')
    await expect(headlineOf(page)).resolves.toBe('✓ Fits. Only worker-2 can take it.')

    await page.evaluate(
      "location.hash = '#v=1&follow=prod&pod=default%2Fwaits&edit=cordon~worker-2'",
    )
    await headlineWith(page, 'Pending.')
    await send(open, 'PATCH', 'prod', { put: { nodes: [makeNode('worker-3')] } })
    await headlineWith(page, 'Only worker-3 can take it.')
    await expect(page.locator('.tried-chip').allInnerTexts()).resolves.toEqual([
      expect.stringContaining('cordon worker-2'),
    ])
    expect(page.url()).toContain('follow=prod')
    expect(errors).toEqual([])
  })

  it('is followed on where the connection ends, with what came meanwhile', async () => {
    await send(open, 'PUT', 'cut', CLUSTER)
    const { page } = await open.open('follow#v=1&follow=cut&pod=default%2Fwaits')
    await page.locator('.live', { hasText: 'live, as of' }).waitFor()
    open.requests.length = 0
    open.dropConnections()
    await send(open, 'PATCH', 'cut', MORE_ROOM)
    await headlineWith(page, 'Fits.')
    // Only what changed was asked for.
    expect(open.requests.filter((line) => line.startsWith('GET /v1/snapshots/cut'))).toEqual([
      expect.stringMatching(/^GET \/v1\/snapshots\/cut\/events\?digest=sha256:/),
    ])
  })

  it('that is put anew, or comes back, is read anew, and a pod that is gone is said to be', async () => {
    await send(open, 'PUT', 'anew', CLUSTER)
    const { page } = await open.open('follow#v=1&follow=anew&pod=default%2Fwaits')
    await page.locator('.live', { hasText: 'live, as of' }).waitFor()
    await send(open, 'DELETE', 'anew')
    await page.locator('.live', { hasText: 'keeps nothing under this name' }).waitFor()
    await expect(headlineOf(page)).resolves.toContain('Pending.')
    await send(open, 'PUT', 'anew', {
      ...CLUSTER,
      pods: [makePod('huge', { requests: { cpu: '64' } })],
    })
    await page.locator('.warning', { hasText: 'default/waits is gone.' }).waitFor()
    await page.locator('.verdict-pod', { hasText: 'default/huge' }).waitFor()
    await page.locator('.live', { hasText: 'live, as of' }).waitFor()
  })

  it('gives way to files', async () => {
    await send(open, 'PUT', 'left', CLUSTER)
    const { page } = await open.open('follow#v=1&follow=left')
    await page.locator('.live').waitFor()
    await page.locator('header .chip').first().click()
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await page.locator('header .chip', { hasText: 'sample' }).waitFor()
    await expect(page.locator('.live').count()).resolves.toBe(0)
  })
})

describe('the page that may follow', () => {
  it('says so, and can reach its own server and no other', async () => {
    const reached: string[] = []
    const other = createServer((request, response) => {
      reached.push(String(request.url))
      response.end()
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const canary = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { page } = await open.open('follow')
    await expect(page.locator('.promise').innerText()).resolves.toBe(
      'Asks only the server it came from',
    )
    const tries = await page.evaluate<string[]>(`Promise.all(['${canary}', '${open.origin}'].map(
      (origin) => fetch(origin + '/version', { mode: 'no-cors' }).then(() => 'reached', () => 'refused')))`)
    expect(tries).toEqual(['refused', 'reached'])
    expect(reached).toEqual([])
    other.close()
  })

  it('asks for a token where the server wants one, and keeps it nowhere', async () => {
    await send(closed, 'PUT', 'prod', CLUSTER)
    const context = { viewport: { width: 1280, height: 800 } }
    const { page } = await closed.open('follow', context)
    await page.locator('header .chip').first().click()
    await page.getByLabel('Name').fill('prod')
    await page.getByRole('button', { name: 'Follow' }).click()
    await page.locator('dialog', { hasText: 'prod: the server wants a token' }).waitFor()
    await page.getByLabel('Token, if it wants one').fill(TOKEN)
    await expect(findings(page)).resolves.toEqual([])
    await takeScreenshot(page, 'follow-dialog')
    await page.getByRole('button', { name: 'Follow' }).click()
    await page.locator('.live', { hasText: 'live, as of' }).waitFor()
    expect(page.url()).not.toContain(TOKEN)
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(kept).not.toContain(TOKEN)
  })

  it('is not the one at /, which may ask nobody and says where this one is', async () => {
    const { page } = await open.open()
    await expect(page.locator('.promise').innerText()).resolves.toBe('Nothing leaves this tab')
    await page.locator('header .chip').first().click()
    await page.getByRole('link', { name: '/follow' }).click()
    await page.locator('.promise', { hasText: 'Asks only' }).waitFor()
  })
})
