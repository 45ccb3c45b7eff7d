import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { makeFile, podYaml } from './files.ts'
import { runBerth } from './run-berth.ts'

const NODES = {
  kind: 'List',
  items: [
    {
      kind: 'Node',
      metadata: { name: 'a' },
      status: { allocatable: { cpu: '2', memory: '4Gi', pods: '10' } },
    },
    { kind: 'PodList', items: [] },
  ],
}

describe('the berth command', () => {
  it('decides a snapshot from standard input and exits with 0 when every pod has a node', async () => {
    const words = ['decide', '-f', makeFile('pods.yaml', podYaml('web', '500m'))]
    const { code, output } = await runBerth(words, JSON.stringify(NODES))
    expect(output).toContain('✓ default/web: goes to a\n')
    expect(code).toBe(0)
  })

  it('exits with 1 when some pod gets no node, after deciding the others', async () => {
    const pods = makeFile('pods.yaml', `${podYaml('huge', '64')}---\n${podYaml('web', '1')}`)
    const { code, output } = await runBerth(['decide', '-f', pods], JSON.stringify(NODES))
    expect(output).toContain(
      'default/huge  ✗ none  -     cpu: asks 64, most free 2, largest node 2\n',
    )
    expect(output).toContain('default/web   ✓ fits  a     the only node\n')
    expect(output).toContain('1 fits, 1 does not fit · 1 node · 0 running pods · kubernetes-1.37\n')
    expect(output).toContain(`Next: berth why -s FILE -f ${pods} default/huge\n`)
    expect(code).toBe(1)
  })

  it('exits with 3 when it cannot tell of some pod, also when another gets no node', async () => {
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }]
    const db = { kind: 'Pod', metadata: { name: 'db' }, spec: { containers: [], volumes } }
    const pods = makeFile('pods.yaml', `${JSON.stringify(db)}\n---\n${podYaml('huge', '64')}`)
    const { code, output } = await runBerth(['decide', '-f', pods], JSON.stringify(NODES))
    expect(output).toMatch(
      /^default\/db +\? unknown +- +the snapshot has no persistentVolumeClaims/m,
    )
    expect(output).toContain('kubectl get persistentvolumeclaims -A -o json')
    expect(output).toMatch(/^default\/huge +✗ none /m)
    expect(code).toBe(3)
    const words = ['decide', '-f', pods, '--absent-kinds', 'persistentvolumeclaims']
    const judged = await runBerth(words, JSON.stringify(NODES))
    expect(judged.output).toContain('persistentvolumeclaim "c" not found')
    expect(judged.code).toBe(1)
  })

  it('exits with 2 and complains on standard error when there is nothing to decide from', async () => {
    const { code, output, complaints } = await runBerth(['decide', '-s', 'nowhere.json'])
    expect(complaints).toBe('berth: nowhere.json: there is no such file\n')
    expect(output).toBe('')
    expect(code).toBe(2)
  })

  it('knows only its own commands', async () => {
    const { code, complaints } = await runBerth(['place'])
    expect(complaints).toBe('berth: there is no command "place"; see berth help\n')
    const close = await runBerth(['dcide'])
    expect(close.complaints).toContain('did you mean decide?')
    expect(code).toBe(2)
  })

  it.each([['--version'], ['-v'], ['version']])('%s tells the release', async (word) => {
    const { code, output } = await runBerth([word])
    expect({ code, output }).toEqual({ code: 0, output: `berth ${VERSION}\n` })
  })

  it.each([
    { words: ['decide', '--help'], begins: 'berth decide: ' },
    { words: ['why', 'shop/web', '-h'], begins: 'berth why' },
    { words: ['profiles', '--help'], begins: 'berth profiles: ' },
    { words: ['help', 'drain'], begins: 'berth drain: ' },
    { words: ['help', '--help'], begins: 'berth: ' },
    { words: ['--help', '-h', 'help'], begins: 'berth: ' },
    { words: ['decide', '--version'], begins: `berth ${VERSION}` },
  ])('$words shows help and does nothing else', async ({ words, begins }) => {
    const { code, output } = await runBerth(words)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(`^${begins}`) })
  })

  it('tells every option in its help', async () => {
    const { code, output } = await runBerth(['decide', '--help'])
    for (const option of ['--snapshot', '--pods', '--pod ', '--profile', '--config', '--explain']) {
      expect(output).toContain(option)
    }
    expect(code).toBe(0)
  })

  it('lists the schedulers that it can ask, of every age', async () => {
    const { code, output } = await runBerth(['profiles'])
    expect(output).toContain('kubernetes-1.37  as v1.37.1, the default; ')
    expect(output).toContain('classic-1.11')
    expect(code).toBe(0)
  })

  it('tells what one of them runs, with weights', async () => {
    const { code, output } = await runBerth(['profiles', 'kubernetes-1.37'])
    expect(output).toMatch(/^ {2}TaintToleration +x3 {2}Refuses nodes whose hard taints/m)
    expect(code).toBe(0)
  })

  it('ends quietly when its reader has seen enough', () => {
    const command = `"${process.execPath}" src/cli/main.ts demo | head -1`
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
    expect(stdout).toMatch(/^POD +RESULT/)
    expect(stderr).toBe('')
  })
})
