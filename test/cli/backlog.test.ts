import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { makeFile } from './files.ts'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS, runBerth } from './run-berth.ts'
import { runDecideOn } from './run-decide.ts'

const node = (name: string, cpu: number) => ({
  kind: 'Node',
  metadata: { name, labels: { pool: 'general' } },
  status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
})

/** A Deployment's pods as a cluster has them: named at random, with one owner. */
function replicas(owner: string, count: number, cpu: number, spec: object = {}) {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'Pod',
    metadata: {
      name: `${owner}-${(index * 7919 + 4096).toString(36)}x`,
      namespace: 'shop',
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: owner, controller: true },
      ],
    },
    spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }], ...spec },
  }))
}

const BACKLOG = {
  nodes: [node('a', 8), node('b', 8)],
  services: [],
  replicationControllers: [],
  replicaSets: [],
  statefulSets: [],
  pods: [
    ...replicas('web-5d4c', 20, 0.5),
    ...replicas('train-77b9', 30, 40),
    ...replicas('arm-6f8f', 22, 1, { nodeSelector: { pool: 'arm' } }),
    ...replicas('solo-1', 1, 1),
  ],
}

async function tableOf(columns: number, ...words: string[]): Promise<string[]> {
  const cluster = makeFile('backlog.json', BACKLOG)
  const { output } = await runDecideOn(columns, [
    '-s',
    cluster,
    '--absent-kinds',
    'empty',
    ...words,
  ])
  return output.trimEnd().split('\n')
}

describe('a backlog of 73 pods', () => {
  it('is a line a workload, and tells causes that pods share once', async () => {
    const lines = await tableOf(100)
    expect(lines.slice(0, -1)).toEqual([
      'POD                     RESULT  NODE     WHY',
      'shop/web-5d4c-* (20)    ✓ fits  2 nodes  a, b',
      'shop/train-77b9-* (30)  ✗ none  -        cpu: asks 40, most free 3, largest node 8',
      'shop/arm-6f8f-* (22)    ✗ none  -        asks for nodes labelled pool=arm',
      'shop/solo-1-35sx        ✓ fits  a        any of 2',
      '',
      "52 pods wait: 30 Insufficient cpu, 22 node(s) didn't match Pod's node affinity/selector",
      '21 fit, 52 do not fit · 2 nodes · 0 running pods · kubernetes-1.37',
    ])
    expect(lines.at(-1)).toMatch(/^Next: berth why -s \S+backlog.json shop\/train-77b9-/)
  })

  it.each([60, 80, 120])(
    'stays within %i columns, but for the command to copy',
    async (columns) => {
      const lines = await tableOf(columns)
      const wide = lines.filter((line) => line.length > columns)
      expect(wide.every((line) => line.startsWith('Next: '))).toBe(true)
    },
  )

  it('is a line a pod with -o wide, the whole message in it', async () => {
    const lines = await tableOf(80, '-o', 'wide')
    expect(lines.filter((line) => line.startsWith('shop/'))).toHaveLength(73)
    expect(lines[0]).toMatch(/^POD +RESULT +NODE +FEASIBLE +SCORE +PRIORITY +WHY +MESSAGE$/)
    expect(lines[25]).toMatch(/ 0\/2 nodes are available: 2 Insufficient cpu/)
  })

  it('is the names of the pods that get no node with -o name', async () => {
    const lines = await tableOf(80, '-o', 'name')
    expect(lines).toHaveLength(52)
    expect(lines[0]).toMatch(/^shop\/train-77b9-/)
  })

  it('says so when there is none', async () => {
    const { output } = await runDecideOn(80, ['-s', makeFile('empty.json', node('a', 1))])
    expect(output).toBe(
      'No pod of the snapshot waits for this scheduler; --pods FILE decides others.\n',
    )
  })
})

describe('the other forms of an answer', () => {
  const decide = (...words: string[]) => runBerth(['decide', '-s', EXAMPLE_CLUSTER, ...words])

  it('hold the same', async () => {
    const json = JSON.parse((await decide('-p', 'ml/huge-0', '-o', 'json')).output)
    const yaml = parse((await decide('-p', 'ml/huge-0', '-o', 'yaml')).output)
    expect(yaml).toEqual(json)
  })

  it('tell ties, victims and numbered replicas in a table', async () => {
    const pods = await decide('-f', EXAMPLE_PODS)
    expect(pods.output).toMatch(/^shop\/web +✓ fits +ip-10-0-17-192 +any of 4$/m)
    expect(pods.output).toMatch(/^ml\/notebook +✗ evicts +ip-10-0-33-185 +1 victim: ml\/trainer-3/m)
    const pending = await decide()
    expect(pending.output).toMatch(/^shop\/skewed-0\.\.2 +✗ none /m)
  })
})
