import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { githubLines } from '../../src/cli/ci/github.ts'
import { junitLines } from '../../src/cli/ci/junit.ts'
import { makeFile, podYaml } from './files.ts'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS, runBerth } from './run-berth.ts'

/** OASIS's own schema, as it is in SchemaStore. zod would take a reference for a whole URL. */
const SARIF_SCHEMA = z.fromJSONSchema(
  JSON.parse(
    gunzipSync(readFileSync('test/cli/data/sarif-2.1.0-rtm.5.json.gz'))
      .toString()
      .replaceAll('"uri-reference"', '"none"'),
  ),
)

const check = (format: string, ...words: string[]) =>
  runBerth(['decide', '-s', EXAMPLE_CLUSTER, '-f', EXAMPLE_PODS, '-o', format, ...words])

const HOSTILE = {
  pods: 'shop/<web>',
  namespace: 'shop',
  name: '<web>',
  count: 1,
  rule: 'none',
  why: 'a "b" & c: 100%,\n\u0000end',
  message: '',
  origin: { file: 'a,b:c%.yaml', line: 3 },
} as const

describe('decide -o sarif', () => {
  it('is a log that the schema of SARIF 2.1.0 takes, with file and line of each manifest', async () => {
    const { code, output } = await check('sarif')
    const log = JSON.parse(output)
    expect(SARIF_SCHEMA.safeParse(log).error?.issues ?? []).toEqual([])
    const [{ results, invocations }] = log.runs
    expect(results).toMatchObject([
      { ruleId: 'evicts', level: 'error' },
      { ruleId: 'none', message: { text: expect.stringContaining('shop/ledger fits on no node') } },
    ])
    const lines = readFileSync(EXAMPLE_PODS, 'utf8').split('\n')
    for (const { locations } of results) {
      const { artifactLocation, region } = locations[0].physicalLocation
      expect(artifactLocation.uri).toBe(EXAMPLE_PODS)
      expect(lines[region.startLine - 1]).toBe('apiVersion: v1')
    }
    expect(invocations).toEqual([{ executionSuccessful: true, exitCode: 1 }])
    expect(code).toBe(1)
  })

  it('is refused by the schema when it is none', () => {
    expect(SARIF_SCHEMA.safeParse({ version: '2.1.0' }).success).toBe(false)
  })
})

describe('decide -o junit', () => {
  it('is a test case for each workload, failed where it does not fit', async () => {
    const { code, output } = await check('junit')
    expect(output).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /)
    expect(output).toContain('tests="3" failures="2" errors="0" skipped="0"')
    expect(output).toMatch(/<testcase classname="shop" name="web" file="\S+pods.yaml" line="2" /)
    expect(output).toMatch(/<failure message="cpu: asks 15, [^"]*" type="none">shop\/ledger fits /)
    expect(code).toBe(1)
  })

  it('escapes what XML reserves, and what it cannot hold', () => {
    const text = [...junitLines([HOSTILE], 'p')].join('\n')
    expect(text).toContain('name="&lt;web&gt;"')
    expect(text).toContain('message="a &quot;b&quot; &amp; c: 100%,&#10;\uFFFDend"')
  })
})

describe('decide -o github', () => {
  it('annotates the manifests of pods that get no node', async () => {
    const { code, output, complaints } = await check('github')
    const lines = output.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(
      /^::error file=\S+pods\.yaml,line=36,title=A pod fits on no node\.::shop\/ledger fits on no/,
    )
    expect(complaints).toBe('berth: 1 of 3 workloads fit, as kubernetes-1.37\n')
    expect(code).toBe(1)
  })

  it('escapes as the toolkit of Actions does', () => {
    expect([...githubLines([HOSTILE])]).toEqual([
      '::error file=a%2Cb%3Ac%25.yaml,line=3,title=A pod fits on no node.::' +
        'shop/<web> fits on no node: a "b" & c: 100%25,%0A end',
    ])
  })

  it('is silent where all fits, and one line for a workload', async () => {
    const small = makeFile('small.yaml', `# a comment\n\n${podYaml('small', '1')}`)
    const fine = await runBerth(['decide', '-s', EXAMPLE_CLUSTER, '-f', small, '-o', 'github'])
    expect(fine).toMatchObject({ code: 0, output: '' })
    const template = parse(podYaml('x', '64')) as { spec: object }
    const deployment = makeFile('deployment.json', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'huge', namespace: 'shop' },
      spec: {
        replicas: 5,
        selector: { matchLabels: { app: 'huge' } },
        template: { metadata: { labels: { app: 'huge' } }, spec: template.spec },
      },
    })
    const words = ['-s', EXAMPLE_CLUSTER, '-f', deployment, '-o', 'github']
    const { code, output } = await runBerth(['decide', ...words])
    expect(output).toMatch(
      /^::error file=\S+,line=1,title=\S.*::shop\/huge-\S*( \(5\))? fits on no node/,
    )
    expect(output.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})

describe('the workflow of examples/', () => {
  it('fails on manifests that do not fit, and on nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'berth-workflow-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'manifests'))
    copyFileSync(EXAMPLE_CLUSTER, join(folder, 'cluster.json.gz'))
    copyFileSync(EXAMPLE_PODS, join(folder, 'manifests', 'all.yaml'))
    const workflow = parse(readFileSync('examples/gate-a-pull-request.yaml', 'utf8')) as {
      jobs: { fit: { steps: { run?: string }[] } }
    }
    const lines = workflow.jobs.fit.steps.flatMap(({ run = '' }) =>
      run.startsWith('berth ') ? run : [],
    )
    const berth = `berth() { "${process.execPath}" "${join(process.cwd(), 'src/cli/main.ts')}" "$@"; }`
    const codes = lines.map(
      (line) => spawnSync('sh', ['-c', `${berth}; ${line}`], { cwd: folder }).status,
    )
    expect(lines).toHaveLength(2)
    expect(codes).toEqual([1, 0])
    const log = JSON.parse(readFileSync(join(folder, 'berth.sarif'), 'utf8'))
    expect(log.runs[0].results).toHaveLength(2)
  })
})
