import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createMemoryStore } from '../../src/store/memory.ts'

const PAGES = new URL('../../docs/tasks/', import.meta.url)
const CLUSTER = new URL('../../src/cli/example/cluster.json.gz', import.meta.url)
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const TOKENS = [{ token: 'admin-0123456789abcdef', name: 'ann', roles: ['admin'] }]

/** A command block, and the block of what it prints where it stands right behind. */
const BLOCKS = /```sh\n(?<commands>.*?)\n```(?:\n\n```text\n(?<printed>.*?)```)?/gs
/** Printed between the blocks of a page, which run in one shell, so that variables and files stay. */
const MARK = '-----8<-----'
/** All that the command says of itself: done, does not fit, cannot be told. */
const FINE: readonly string[] = ['0', '1', '3']

const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md') && name !== 'README.md')

it.each(pages)('%s shows what its commands print', { timeout: 60_000 }, async (name) => {
  const page = readFileSync(new URL(name, PAGES), 'utf8')
  const blocks = [...page.matchAll(BLOCKS)]
  const printed = await runAll(blocks.map(({ groups }) => groups?.['commands'] ?? ''))
  expect(printed.map(({ code }) => code).filter((code) => !FINE.includes(code))).toEqual([])
  let index = 0
  const anew = page.replace(BLOCKS, (block, commands: string, shown: string | undefined) => {
    const { output } = printed[index++] ?? { output: '' }
    return shown === undefined
      ? block
      : `\`\`\`sh\n${commands}\n\`\`\`\n\n\`\`\`text\n${output}\`\`\``
  })
  await expect(anew).toMatchFileSnapshot(fileURLToPath(new URL(name, PAGES)))
})

interface Printed {
  readonly code: string
  readonly output: string
}

/** In an empty folder with the example cluster, beside a server of the page's own. */
async function runAll(blocks: readonly string[]): Promise<Printed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-tasks-'))
  writeFileSync(join(folder, 'cluster.json'), gunzipSync(readFileSync(CLUSTER)))
  const env = { BERTH_OPEN: 'true', BERTH_TOKENS: JSON.stringify(TOKENS) }
  const app = createApp({ env, store: createMemoryStore(new Map()) })
  const server = createServer(getRequestListener(app.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const script = [
    `npx() { shift; '${process.execPath}' '${MAIN}' "$@"; }`,
    ...blocks.map((block) => `${block}\necho "${MARK}$?"`),
  ]
  const text = script.join('\n').replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`)
  const plain = { NO_COLOR: '1', FORCE_COLOR: undefined, COLUMNS: '100' }
  const shell = spawn('bash', ['-c', text], { cwd: folder, env: { ...process.env, ...plain } })
  let output = ''
  shell.stdout.on('data', (data) => (output += data))
  shell.stderr.on('data', (data) => (output += data))
  await once(shell, 'close')
  server.closeAllConnections()
  server.close()
  const parts = output.split(MARK)
  return blocks.map((_, index) => ({
    code: parts[index + 1]?.split('\n')[0] ?? 'none',
    output: index === 0 ? (parts[0] ?? '') : (parts[index] ?? '').replace(/^.*?\n/, ''),
  }))
}
