import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../../schemas/examples.ts'
import { createApp } from '../../../src/app.ts'
import {
  createSigner,
  verifierOf,
  verifierText,
} from '../../../src/store/audit/checkpoints/note-keys.ts'
import { exportPage } from '../../../src/store/audit/verification/export-log.ts'
import { createMemoryStore } from '../../../src/store/memory.ts'
import { makeLog, recordMany } from '../../store/contracts/audit-fixtures.ts'
import { testRuntime } from '../../store/test-runtime.ts'
import { findings } from './axe.ts'
import { Explorer, headlineOf, openFiles, takeScreenshot } from './explorer.ts'

const SAMPLE = new URL('../../../src/cli/example/cluster.json.gz', import.meta.url)
const snapshot = JSON.parse(gunzipSync(readFileSync(SAMPLE)).toString('utf8'))

let explorer: Explorer
const folder = mkdtempSync(join(tmpdir(), 'berth-pictures-'))

beforeAll(async () => {
  explorer = await Explorer.start()
})
afterAll(() => explorer.stop())

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function ask(path: string, body: object): Promise<string> {
  const response = await createApp().request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return await response.text()
}

const view = (page: Page, name: string) =>
  page.locator('.views').getByRole('button', { name, exact: true }).click()

async function find(page: Page): Promise<string> {
  await page.locator('.task-form .strong').click()
  await page.locator('.picture .headline').waitFor()
  return await headlineOf(page)
}

/** The next message to an engine finds that it has stopped. */
const STOP = `{
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function () {
    Worker.prototype.postMessage = postMessage
    setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'broken' })), 0)
  }
}`

function sampleNodeOf(index: number): string {
  const nodes = snapshot.items.filter(({ kind }: { kind: string }) => kind === 'Node')
  return nodes[index].metadata.name
}

describe('whole answers that the page finds itself', () => {
  it.each([
    ['All pods', '✗ 1 of 12 placed. One after another'],
    ['Capacity', '✓ 536 more. The next one finds none'],
    ['Drain', '✗ Not as it is. 0 of 1 node emptied in 1 wave; 1 node filled again'],
    ['Simulation', '✗ 61 of 72 pods placed. Over 20m'],
    ['Compare', '✓ No difference.'],
  ])('%s: %s', async (name, headline) => {
    const { page, errors } = await explorer.open('#v=1&pod=shop%2Fweb-5')
    explorer.requests.length = 0
    await view(page, name)
    await expect(find(page)).resolves.toContain(headline)
    expect(errors).toEqual([])
    expect(explorer.requests).toEqual([])
  })

  it('drains as the API does', async () => {
    const node = sampleNodeOf(0)
    const flags = { force: true, deleteEmptyDirData: true }
    const answer = JSON.parse(await ask('/v1/drains', { snapshot, nodes: [node], flags }))
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5')
    await view(page, 'Drain')
    await page.locator('.task-form select').selectOption(node)
    await find(page)
    const moves = answer.waves.flatMap(({ moves: of }: { moves: object[] }) => of)
    await expect(page.locator('.wave .move').count()).resolves.toBe(moves.length)
  })

  it('is asked with what is tried, and the way back is a click', async () => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5')
    await page.locator('.rung').first().click()
    const node = await page.locator('.sheet h2').innerText()
    await page.locator('.sheet').getByRole('button', { name: 'Cordon', exact: true }).click()
    await page.locator('.tried-chip').waitFor()
    await view(page, 'Capacity')
    await find(page)
    const row = page.locator('.facts tr', { hasText: node })
    await expect(row.innerText()).resolves.toMatch(/\b0\b.*node\(s\) were unschedulable/s)
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.locator('.tried-chip').waitFor({ state: 'detached' })
    await page.locator('.task-form .strong').click()
    await row.locator('.family-C').waitFor({ state: 'detached' })
    await expect(row.innerText()).resolves.not.toContain('unschedulable')
  })

  it('what cannot be asked is said, and the form stays', async () => {
    const { page } = await explorer.open()
    await view(page, 'Capacity')
    await page.getByLabel('Pod', { exact: true }).fill('shop/nobody')
    await page.locator('.task-form .strong').click()
    await page.locator('.picture .warning').waitFor()
    await expect(page.locator('.picture .warning').innerText()).resolves.toContain(
      'There is no pod shop/nobody',
    )
  })
})

describe('a task that failed', () => {
  const NODE = {
    kind: 'Node',
    metadata: { name: 'a' },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
  }
  const POD = {
    kind: 'Pod',
    metadata: { name: 'mine', namespace: 'team' },
    spec: { containers: [{ name: 'app', image: 'app' }] },
  }
  const dump = JSON.stringify({ kind: 'List', items: [NODE, POD] })

  it('since the engine stopped, can be asked again', async () => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5')
    await view(page, 'Capacity')
    await page.evaluate(STOP)
    await page.locator('.task-form .strong').click()
    await page.locator('.picture .warning', { hasText: 'The engine stopped: broken' }).waitFor()
    await expect(find(page)).resolves.toContain('536 more')
  })

  it('since its files are gone, is not answered about those before them', async () => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5')
    await view(page, 'Capacity')
    await find(page)
    const path = file('gone.json', dump)
    await openFiles(page, path)
    await view(page, 'Why')
    await page.locator('.verdict-pod', { hasText: 'team/mine' }).waitFor()
    await view(page, 'Capacity')
    writeFileSync(path, `${dump}   `)
    for (let times = 0; times < 2; times++) {
      await page.locator('.task-form .strong').click()
      await page.locator('.picture .working').waitFor({ state: 'detached' })
      const warning = page.locator('.picture .warning')
      await expect(warning.innerText()).resolves.toContain('gone.json: ')
    }
  })
})

describe('answers that are dropped', () => {
  const example = (operation: string, name: string) =>
    JSON.stringify(EXAMPLES.get(operation)?.[name]?.response)

  it.each([
    ['drain', 'drain-under-budget', /Not as it is|Can be drained/],
    ['drain', 'drain-consolidate', /Can be drained/],
    ['simulate', 'simulate-busy-hour', /pods placed/],
    ['decide', 'decide-groups', /placed/],
  ])('%s, %s', async (operation, name, headline) => {
    const { page, errors } = await explorer.open()
    await openFiles(page, file(`${name}.json`, example(operation, name)))
    await page.locator('.picture .headline').waitFor()
    expect(await headlineOf(page)).toMatch(headline)
    await expect(findings(page)).resolves.toEqual([])
    expect(errors).toEqual([])
  })

  it('groups are shown member by member', async () => {
    const { page } = await explorer.open()
    await openFiles(page, file('groups.json', example('decide', 'decide-groups')))
    await page.locator('.groups .card').first().waitFor()
    expect(await page.locator('.groups .copy').count()).toBeGreaterThan(1)
  })

  it('compressed ones too, and the candidates of a preemption stand side by side', async () => {
    const pod = {
      metadata: { name: 'urgent', namespace: 'shop' },
      spec: {
        priority: 1_000_000,
        containers: [{ name: 'app', resources: { requests: { cpu: '13' } } }],
      },
    }
    const answer = await ask('/v1/decisions', { snapshot, pod })
    const { page } = await explorer.open()
    await openFiles(page, file('decision.json.gz', gzipSync(answer)))
    await page.locator('.picture .wave.wins').waitFor()
    const { candidates } = JSON.parse(answer).decisions[0].preemption
    expect(candidates.length).toBeGreaterThan(2)
    await expect(page.locator('.picture .wave').count()).resolves.toBe(
      Math.min(12, candidates.length),
    )
    await expect(findings(page)).resolves.toEqual([])
  })

  it('what is no answer of this release is refused with its place', async () => {
    const { page } = await explorer.open()
    await openFiles(page, file('wrong.json', '{"id":"d-1","decisions":[{"pod":7}]}'))
    await page.locator('dialog .warning').waitFor()
    await expect(page.locator('dialog .warning').innerText()).resolves.toContain(
      'no answer of this release of Berth: /profile',
    )
  })
})

describe('an export of the audit log', () => {
  let lines: readonly string[]
  let key = ''

  beforeAll(async () => {
    const signer = await createSigner('berth')
    const verifier = await verifierOf(signer)
    key = verifier === null ? '' : verifierText(verifier)
    const keys = { signer, verifiers: [] }
    const log = makeLog(createMemoryStore(new Map()), testRuntime(), 'prod', { keys })
    await recordMany(log, 40)
    const page = await exportPage(log, 1)
    lines = page.ok ? page.value : []
  })

  it('is verified here, with the key too', async () => {
    const { page, errors } = await explorer.open()
    await openFiles(page, file('audit.ndjson', lines.join('\n')))
    await page.locator('.headline', { hasText: 'Intact.' }).waitFor()
    await expect(page.locator('.chain .whole').count()).resolves.toBe(40)
    await page.getByLabel('Public key').fill(key)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.locator('.figures div', { hasText: 'signature' }).getByText('good').waitFor()
    await expect(findings(page)).resolves.toEqual([])
    await takeScreenshot(page, 'audit')
    expect(errors).toEqual([])
  })

  it('that was tampered with shows where', async () => {
    const { page } = await explorer.open()
    const altered = lines.map((line) =>
      line.includes('"sequence":9,') ? line.replaceAll('job-1', 'job-2') : line,
    )
    await openFiles(page, file('audit.ndjson', altered.join('\n')))
    await page.locator('.headline', { hasText: 'Broken.' }).waitFor()
    await expect(page.locator('.chain .broken').count()).resolves.toBeGreaterThan(0)
    await expect(page.locator('.warning li').first().innerText()).resolves.toMatch(/^Record \d/)
    await expect(findings(page)).resolves.toEqual([])
  })
})

describe('every picture is for everybody', () => {
  const cases = ['All pods', 'Capacity', 'Drain', 'Simulation', 'Compare', 'Audit'].flatMap(
    (name) => (['light', 'dark'] as const).map((scheme) => ({ name, scheme })),
  )
  it.each(cases)('axe finds nothing: $name, $scheme', async ({ name, scheme }) => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5', { colorScheme: scheme })
    await view(page, name)
    if (name !== 'Audit') await find(page)
    await expect(findings(page)).resolves.toEqual([])
    await takeScreenshot(page, `${name.replace(' ', '-').toLowerCase()}-${scheme}`)
  })

  it('nothing is wider than a phone', async () => {
    const viewport = { width: 390, height: 844 }
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5', { viewport })
    for (const name of ['All pods', 'Capacity', 'Drain', 'Simulation', 'Compare']) {
      await view(page, name)
      await find(page)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width, name).toBeLessThanOrEqual(390)
      await takeScreenshot(page, `${name.replace(' ', '-').toLowerCase()}-phone`)
    }
  })

  it('the keyboard alone asks and reads', async () => {
    const { page } = await explorer.open('#v=1&pod=shop%2Fweb-5')
    await page.locator('.views').getByRole('button', { name: 'Capacity' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Pod', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.picture .headline').waitFor()
    await expect(headlineOf(page)).resolves.toContain('536 more')
  })
})
