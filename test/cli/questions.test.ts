import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { makeFile, podYaml } from './files.ts'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS, runBerth } from './run-berth.ts'

const EMPTY = ['--absent-kinds', 'empty']
const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }
const zoned = (name: string, zone: string, cpu: string) =>
  makeNode(name, { labels: { 'topology.kubernetes.io/zone': zone }, allocatable: { cpu } })
const cluster = {
  nodes: [zoned('a', 'north', '4'), zoned('b', 'south', '2')],
  pods: [
    makePod('w1', { node: 'a', requests: { cpu: '1' }, owner }),
    makePod('bare', { node: 'b', requests: { cpu: '1' } }),
    makePod('waits', { requests: { cpu: '9' } }),
  ],
  services: [],
  namespaces: [{ metadata: { name: 'default' } }],
}

async function ask(...words: string[]) {
  const file = makeFile('cluster.json', cluster)
  const { code, output, complaints } = await runBerth([...words, '-s', file])
  expect(complaints).toBe('')
  return { code, lines: output.trimEnd().split('\n') }
}

describe('berth capacity', () => {
  const pod = () => makeFile('pod.yaml', podYaml('copy', '1'))

  it('tells by zone how many fit, and what stops the next', async () => {
    const { code, lines } = await ask('capacity', '-f', pod(), '--by', 'zone', ...EMPTY)
    expect(lines.slice(0, 6)).toEqual([
      '✓ 4 more fit on 2 nodes · kubernetes-1.37',
      '',
      'ZONE   PODS  NODES  LIMITED BY',
      'north     3      1  Insufficient cpu',
      'south     1      1  Insufficient cpu',
      'all       4      2  Insufficient cpu',
    ])
    expect(lines[8]).toMatch(/^cpu +4 +4 +0$/)
    expect(code).toBe(0)
  })

  it('says what has to be added where more is wanted', async () => {
    const template = makeFile('node.json', makeNode('large', { allocatable: { cpu: '8' } }))
    const words = ['capacity', '-f', pod(), '--wanted', '15', '--template', template, ...EMPTY]
    const { code, lines } = await ask(...words)
    expect(lines[0]).toBe('✗ 4 of 15 more fit on 2 nodes · kubernetes-1.37')
    expect(lines.at(-1)).toMatch(/^large +2$/)
    expect(code).toBe(1)
  })

  it('copies a pod of the cluster, and names the nodes', async () => {
    const { lines } = await ask('capacity', '-p', 'default/w1', '-o', 'name', ...EMPTY)
    expect(lines).toEqual(['a', 'b'])
  })

  it('copies the named pod of a manifest alone, with all else that the manifest has', async () => {
    const zero = '---\n{ kind: PriorityClass, metadata: { name: low }, value: 0 }\n'
    const both = makeFile(
      'pods.yaml',
      `${podYaml('copy', '1')}---\n${podYaml('huge', '100')}${zero}`,
    )
    const words = ['capacity', '-f', both, '-p', 'copy', '--cordon', 'a', '-o', 'json', ...EMPTY]
    const { lines } = await ask(...words)
    expect(JSON.parse(lines.join('')).fits).toBe(1)
  })

  it('moves the pod of which copies are made off a node that is gone, before its copies', async () => {
    const words = ['capacity', '-p', 'w1', '--without-node', 'b', '-o', 'json', ...EMPTY]
    const { lines } = await ask(...words)
    expect(JSON.parse(lines.join('')).fits).toBe(2)
  })
})

describe('manifests in questions that name no pods', () => {
  const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' } }
  const misspelt = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { nodeSelectors: {}, containers: [{ name: 'c', image: 'x' }] },
  }

  it.each([
    { words: ['drain', 'a'] },
    { words: ['queue'] },
    { words: ['simulate', '--until', '1m'] },
    { words: ['evict'] },
    { words: ['lifecycle'], saysNothingOf: 'Gadget' },
  ])('tell what is passed over, and check fields: $words', async ({ words, saysNothingOf }) => {
    const cluster = makeFile('cluster.json', { nodes: [zoned('a', 'north', '4')], pods: [] })
    const file = makeFile('objects.json', [misspelt, gadget])
    const all = [...words, '-s', cluster, '-f', file]
    const warned = await runBerth([...all, '--validate', 'warn'])
    expect(warned.complaints).toContain('unknown field "spec.nodeSelectors"')
    if (saysNothingOf === undefined) expect(warned.complaints).toContain('Gadget')
    const refused = await runBerth(all)
    expect(refused).toMatchObject({ code: 2, complaints: expect.stringContaining('nodeSelectors') })
  })
})

describe('ids of answers', () => {
  it('are of the question and what files hold, wherever they are', async () => {
    const idOf = async (...words: string[]) =>
      JSON.parse((await ask(...words, '-o', 'json')).lines.join('')).id
    const queue = await idOf('queue', ...EMPTY)
    expect(await idOf('queue', ...EMPTY)).toBe(queue)
    expect(await idOf('queue')).not.toBe(queue)
    const drains = [['a'], ['b'], ['a', '--force'], ['a', 'b']].map((words) =>
      idOf('drain', ...words),
    )
    expect(new Set(await Promise.all(drains)).size).toBe(4)
    const pod = (name: string) => makeFile(name, podYaml('p', '1'))
    const inCluster = await idOf('queue', '-s', pod('a.yaml'))
    expect(await idOf('queue', '-s', pod('b.yaml'))).toBe(inCluster)
    expect(await idOf('queue', '-f', pod('a.yaml'))).not.toBe(inCluster)
  })
})

describe('berth queue', () => {
  it('tells the order, and what wakes those that wait', async () => {
    const { code, output } = await runBerth(['queue', '-s', EXAMPLE_CLUSTER, '-f', EXAMPLE_PODS])
    expect(output).toMatch(/^1 +shop\/ledger +active +1000000/m)
    expect(output).toMatch(/^ +monitoring\/agent-two-0 +waits +-10 +NodePorts; wakes on /m)
    expect(output).toContain(
      '4 to try, 10 wait for an event, 1 gated · sorted by priority, then time',
    )
    expect(code).toBe(0)
  })
})

describe('berth compare', () => {
  it('tells who gains and loses a place with other nodes', async () => {
    const after = makeFile('after.json', [
      makeNode('c', { allocatable: { cpu: '16' } }),
      zoned('a', 'north', '1'),
    ])
    const pods = makeFile('pods.yaml', `${podYaml('small', '2')}---\n${podYaml('huge', '12')}`)
    const words = ['compare', '-f', pods, '--after', after, ...EMPTY]
    const { code, lines } = await ask(...words)
    expect(lines).toEqual([
      'POD            CHANGE   BEFORE  AFTER  BECAUSE',
      'default/small  ~ moves  a       c      Insufficient cpu',
      'default/huge   + gains  none    c      a node that was not there',
      '',
      '2 of 2 pods change, 1 moved, 1 gained a place',
      '2 nodes → 3 nodes · kubernetes-1.37',
    ])
    expect(code).toBe(0)
    expect((await ask(...words, '--exit-on', 'any', '-o', 'name')).code).toBe(1)
  })

  it('exits with 1 when a pod loses its place in a later cluster', async () => {
    const later = makeFile('later.json', { nodes: [zoned('b', 'south', '2')] })
    const pods = makeFile('pods.yaml', podYaml('small', '2'))
    const { code, lines } = await ask('compare', '-f', pods, '--to-snapshot', later, ...EMPTY)
    expect(lines[1]).toMatch(/^default\/small +- loses +a +none +its node is gone$/)
    expect(code).toBe(1)
  })

  it('compares releases, and takes a move in a tie for none', async () => {
    const words = ['compare', '-s', EXAMPLE_CLUSTER, '--profile', 'kubernetes-1.36']
    const { code, output } = await runBerth([...words, '--to', 'kubernetes-1.37'])
    expect(output).toContain('0 of 12 pods change\n')
    expect(code).toBe(0)
  })

  it('must be told with what', async () => {
    const { code, complaints } = await runBerth(['compare', '-s', EXAMPLE_CLUSTER])
    expect(complaints).toContain('say what to compare with')
    expect(code).toBe(2)
  })
})

describe('berth evict', () => {
  const at = ['--now', '2026-11-22T06:00:00Z']

  it('tells who is evicted when, and exits with 1 where nobody makes it anew', async () => {
    const { code, lines } = await ask('evict', '--taint', 'b:broken=yes', ...at)
    expect(lines.find((line) => line.includes('default/bare'))).toMatch(
      /^ +0s +default\/bare +b +broken=yes:NoExecute +\S+ +nobody$/,
    )
    expect(lines.find((line) => line.includes('1 pod evicted'))).toContain('1 for good')
    expect(code).toBe(1)
  })

  it('lets a kubelet fall silent', async () => {
    const { code, lines } = await ask('evict', '--stop', 'a', ...at, '-o', 'name')
    expect(lines).toEqual(['default/w1'])
    expect(code).toBe(0)
  })

  it.each([
    { words: ['--taint', 'b'], says: '--taint is NODE:KEY or NODE:KEY=VALUE, not "b"' },
    { words: ['--taint', 'x:y'], says: '--taint: there is no node "x"' },
    { words: ['--until', 'never'], says: '--until is a time such as 90, 15m or 2h' },
    { words: ['--now', 'soon'], says: '--now: ' },
  ])('refuses $words', async ({ words, says }) => {
    const { code, complaints } = await runBerth([
      'evict',
      '-s',
      makeFile('cluster.json', cluster),
      ...words,
    ])
    expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(says) })
  })
})

describe('berth admit', () => {
  const pod = () =>
    makeFile(
      'pod.yaml',
      'apiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: shop }\nspec: { containers: [{ name: c, image: x }] }\n',
    )
  const world = (more: object) =>
    makeFile('world.json', {
      nodes: [],
      namespaces: [{ kind: 'Namespace', metadata: { name: 'shop' }, status: { phase: 'Active' } }],
      serviceAccounts: [
        { kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'shop' } },
      ],
      ...more,
    })

  it('admits, with what was changed', async () => {
    const { code, output } = await runBerth(['admit', '-s', world({}), '-f', pod(), ...EMPTY])
    expect(output).toMatch(/^✓ shop\/web is admitted\n/)
    expect(output).toMatch(/^\/spec\/serviceAccountName +"default" +ServiceAccount /m)
    expect(code).toBe(0)
  })

  it('refuses in the words of the server, and says what is behind them', async () => {
    const quota = {
      metadata: { name: 'few', namespace: 'shop' },
      spec: { hard: { pods: '0' } },
      status: { hard: { pods: '0' }, used: { pods: '0' } },
    }
    const words = ['-s', world({ resourceQuotas: [quota] }), '-f', pod(), ...EMPTY]
    const { code, output } = await runBerth(['admit', ...words])
    expect(output.replace(/\s+/g, ' ')).toContain(
      '✗ shop/web is refused: pods "web" is forbidden: exceeded quota: few, requested: pods=1',
    )
    expect(code).toBe(1)
  })

  it('counts all that the manifest brings, and checks fields as it is told', async () => {
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'few', namespace: 'shop' },
      spec: { hard: { pods: '0' } },
      status: { hard: { pods: '0' }, used: { pods: '0' } },
    }
    const files = ['-s', world({}), '-f', pod(), '-f', makeFile('quota.json', quota), ...EMPTY]
    const { output } = await runBerth(['admit', ...files])
    expect(output).toContain('exceeded quota: few')
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: { name: p, namespace: shop }\n'
    const wrong = makeFile(
      'pod.yaml',
      `${text}spec: { hosts: a, containers: [{ name: c, image: x }] }`,
    )
    const of = (how: string) =>
      runBerth(['admit', '-s', world({}), '-f', wrong, '--validate', how, ...EMPTY])
    expect(await of('strict')).toMatchObject({ code: 1 })
    expect(await of('ignore')).toMatchObject({ code: 0 })
  })

  it('admits the pods that a workload makes', async () => {
    const workload = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'c', image: 'x' }] },
        },
      },
    }
    const words = ['-s', world({}), '-f', makeFile('web.json', workload), ...EMPTY]
    const { code, output } = await runBerth(['admit', ...words])
    expect(output).toContain('2 pods, 0 refused')
    expect(code).toBe(0)
  })

  it('says nothing of what it has not seen', async () => {
    const { code, output } = await runBerth(['admit', '-s', EXAMPLE_CLUSTER, '-f', EXAMPLE_PODS])
    expect(output).toMatch(/^shop\/web +\? unknown /m)
    expect(output).toContain('3 pods, 0 refused')
    expect(code).toBe(3)
  })
})

describe('berth lifecycle', () => {
  const pod = () => makeFile('pod.yaml', podYaml('web', '1'))

  it('tells what happens when, without a cluster', async () => {
    const { code, output } = await runBerth(['lifecycle', '-f', pod(), '--delete-at', '2m'])
    expect(output).toMatch(/^ +2m +deleted +until 2m30s$/m)
    expect(output).toContain('gone at 2m30s · kubelet ')
    expect(code).toBe(0)
  })

  it('is told what containers do', async () => {
    const { spec } = parse(podYaml('web', '1')) as { spec: { containers: { name: string }[] } }
    const name = spec.containers[0]?.name ?? ''
    const containers = makeFile('do.json', { [name]: { runs: [{ seconds: 1, exitCode: 1 }] } })
    const words = ['lifecycle', '-f', pod(), '--containers', containers, '--until', '1m']
    const { output } = await runBerth(words)
    expect(output).toMatch(/ backOff /)
  })
})
