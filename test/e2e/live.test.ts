import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBerth } from '../cli/run-berth.ts'
import { findProgram } from './binaries.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually } from './processes.ts'

const container = (cpu: string) => ({
  containers: [{ name: 'c', image: 'app:1', resources: { requests: { cpu } } }],
})
const deployment = (name: string, replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: container('1') },
  },
})

describe('the command, asked with --live of a cluster of the real API server', () => {
  let plane: ControlPlane
  let kubectl: string
  const pods = () => plane.api.expect('GET', '/api/v1/pods').then(({ items }) => items)

  /** As from a shell that has kubectl on its PATH. */
  const berth = (...words: string[]) => {
    const PATH = `${dirname(kubectl)}${delimiter}${process.env['PATH']}`
    return runBerth([...words, '--kubeconfig', plane.kubeconfig], '', { PATH })
  }

  beforeAll(async () => {
    kubectl = await findProgram('kubectl')
    plane = await ControlPlane.start()
    await plane.startControllers([
      'deployment-controller',
      'replicaset-controller',
      'serviceaccount-controller',
    ])
    await plane.startScheduler()
    for (const name of ['a', 'b', 'c']) await plane.addNode(name, { cpu: '4' })
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    await plane.api.expect('POST', deployments, deployment('web', 6))
    await plane.api.expect('POST', '/apis/node.k8s.io/v1/runtimeclasses', {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name: 'sandboxed' },
      handler: 'sandboxed',
    })
    await plane.addPod('huge', { cpu: '16' })
    await plane.addPod('picky', { cpu: '1', spec: { nodeSelector: { disk: 'nvme' } } })
    // biome-ignore lint/suspicious/noExplicitAny: pods as the API server gives them
    const isTold = ({ spec, status }: any) => spec.nodeName || status.conditions?.[0]?.message
    await eventually(async () => {
      const all = await pods()
      return all.length === 8 && all.every(isTold) ? true : null
    }, 30_000)
  })
  afterAll(() => plane?.stop())

  it('decides pods that wait, in the words that the real scheduler told them', async () => {
    const { code, output } = await berth('decide', '--live', '-o', 'json')
    expect(code).toBe(1)
    const told = new Map<string, string>()
    for (const { metadata, status, spec } of await pods()) {
      if (!spec.nodeName) told.set(metadata.name, status.conditions[0].message)
    }
    expect(told.size).toBe(2)
    for (const { pod, message } of JSON.parse(output).decisions) {
      expect(message).toBe(told.get(pod.name))
      told.delete(pod.name)
    }
    expect([...told]).toEqual([])
  })

  it.each([
    ['why --live picky', 1, 'drop disk=nvme from the node selector: fits on 3 nodes'],
    ['drain --live a --force', 0, '1 of 1 node emptied'],
    ['capacity --live -f FILE', 0, 'more fit on 3 nodes'],
    ['queue --live', 0, '2 wait for an event'],
    ['simulate --live --until 1m -f FILE', 1, 'got a node'],
    ['decide --live -f FILE', 0, '2 fit'],
    ['admit --live -f FILE --absent-kinds empty', 0, '2 pods, 0 refused'],
    ['evict --live', 0, '0 pods evicted'],
    ['compare --live --to kubernetes-1.36 -f FILE', 0, 'kubernetes-1.36'],
  ])('%s', async (line, code, says) => {
    const file = join(plane.folder, 'more.json')
    writeFileSync(file, JSON.stringify(deployment('more', 2)))
    const words = line.split(' ').map((word) => (word === 'FILE' ? file : word))
    const answer = await berth(...words)
    expect(answer).toMatchObject({ code, complaints: '' })
    expect(answer.output.toLowerCase()).toContain(says.toLowerCase())
  })

  it('snapshot writes all kinds that the API server has, which decide like the cluster', async () => {
    const file = join(plane.folder, 'snapshot.json')
    expect(await berth('snapshot', '-o', file)).toMatchObject({ code: 0 })
    const snapshot = JSON.parse(readFileSync(file, 'utf8'))
    expect(snapshot).toMatchObject({ nodes: [{}, {}, {}], runtimeClasses: [{}], podGroups: [] })
    const [live, kept] = await Promise.all([
      berth('decide', '--live', '-o', 'name'),
      runBerth(['decide', '-s', file, '-o', 'name']),
    ])
    expect(kept.output).toBe(live.output)
  })
})
