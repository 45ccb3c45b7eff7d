import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NAME = 'kube-berth'

/**
 * A folder outside the checkout with the packed tarball in its node_modules, and beside it nothing but
 * the dependencies that the package declares.
 */
const folder = mkdtempSync(join(tmpdir(), 'berth-package-'))
const installed = join(folder, 'node_modules', NAME)

beforeAll(() => {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball(), '-C', installed, '--strip-components=1'], { cwd: folder })
  const { dependencies } = readManifest(installed)
  for (const name of Object.keys(dependencies)) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), target)
  }
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package', () => {
  it('decides as a library', () => {
    const answer = runModule(`
      import { decide } from '${NAME}'
      const node = { metadata: { name: 'a' }, status: { allocatable: { cpu: '4', pods: '9' } } }
      const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'c' }] } }
      const fits = decide({ snapshot: { nodes: [node], pods: [] }, pod })
      const wrong = decide({ snapshot: { nodes: [node] }, pod, profile: 'kubernetes-0.1' })
      console.log(JSON.stringify([fits.value.decisions[0].node, wrong.error.code]))`)
    expect(JSON.parse(answer)).toEqual(['a', 'unknown-profile'])
  })

  it('answers requests as a fetch handler, and its client asks it', () => {
    const answer = runModule(`
      import worker from '${NAME}/worker'
      import { createClient } from '${NAME}/client'
      const token = 'a-token-of-the-test-long-enough-0123456789'
      const berth = createClient({
        baseUrl: 'http://berth.test',
        token,
        fetch: (...request) => worker.fetch(new Request(...request), {
          BERTH_TOKENS: JSON.stringify([{ token, name: 'test', roles: ['decide'] }]) }),
      })
      const profiles = await berth.call('GET /v1/profiles')
      const refused = await berth.call('POST /v1/decisions', { body: { snapshot: {} } })
      console.log(JSON.stringify([profiles.value.profiles.length > 5, refused.error.problem.status]))`)
    // The Worker logs its requests before.
    expect(JSON.parse(answer.trim().split('\n').at(-1) ?? '')).toEqual([true, 422])
  })

  it('has the command, with its example', () => {
    const { bin } = readManifest(installed)
    const output = execFileSync(process.execPath, [join(installed, bin.berth), 'demo'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    expect(output).toContain('ml/huge-0')
  })

  it('is a plugin of kubectl, which completes it', () => {
    const { bin } = readManifest(installed)
    const run = (name: keyof typeof bin, ...words: string[]) =>
      execFileSync(process.execPath, [join(installed, bin[name]), ...words], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      })
    expect(run('kubectl-berth', 'why', '--help')).toMatch(/^berth why: /)
    expect(run('kubectl_complete-berth', 'wh')).toBe('why\n:4\n')
  })

  it('types its entries', () => {
    writeFileSync(
      join(folder, 'types.ts'),
      `import { decide } from '${NAME}'
       import { createClient } from '${NAME}/client'
       const answer = decide({ snapshot: { nodes: [] }, pods: [] })
       export const node: string | null | undefined = answer.ok ? answer.value.decisions[0]?.node : null
       export const version: Promise<unknown> = createClient({ baseUrl: '' }).call('GET /version')
       // @ts-expect-error no such operation
       createClient({ baseUrl: '' }).call('GET /v2')`,
    )
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    expect(execFileSync(tsc, [...options, 'types.ts'], { cwd: folder, encoding: 'utf8' })).toBe('')
  })

  it('holds what the entries need and nothing of the tests', () => {
    const names = execFileSync('tar', ['-tzf', tarball()], { cwd: folder, encoding: 'utf8' }).split(
      '\n',
    )
    expect(names).toContain('package/README.md')
    expect(names.filter((name) => /\/test\//.test(name))).toEqual([])
  })
})

describe('the client', () => {
  it('knows every operation that answers JSON', () => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'schemas/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { responses: Responses }>>
    }
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        isNoJson(responses['200']?.content) ? [] : [`${method.toUpperCase()} ${path}`],
      ),
    )
    const source = readFileSync(join(ROOT, 'src/client.ts'), 'utf8')
    const known = [...source.matchAll(/^ {2}'([A-Z]+ \/\S*)': Exchange/gm)].map(([, name]) => name)
    expect(known.sort()).toEqual(served.filter((name) => name !== 'GET /openapi.json').sort())
  })
})

/** What is answered in lines or events, and in nothing else. */
function isNoJson(content: Record<string, unknown> = {}): boolean {
  const isOther = 'application/x-ndjson' in content || 'text/event-stream' in content
  return isOther && !('application/json' in content)
}

type Responses = Record<string, { content?: Record<string, unknown> } | undefined>

function tarball(): string {
  return `${NAME}-${readManifest(ROOT).version}.tgz`
}

function runModule(source: string): string {
  const options = ['--input-type=module', '--eval', source]
  return execFileSync(process.execPath, options, { cwd: folder, encoding: 'utf8' })
}

function readManifest(path: string): {
  version: string
  bin: Record<'berth' | 'kubectl-berth' | 'kubectl_complete-berth', string>
  dependencies: Record<string, string>
} {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
}
