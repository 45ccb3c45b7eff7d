import { expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { withPlugins } from './configuration.ts'

const app = createApp()

const node = (name: string) => ({
  metadata: { name },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
})

/** The decision for a plain pod on two nodes under these plugins. */
async function decide(plugins: object) {
  const response = await app.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      snapshot: { nodes: [node('a'), node('b')], pods: [] },
      pod: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } },
      config: withPlugins(plugins),
    }),
  })
  // The fields read here are those of schemas/decisions/decision-response.ts.
  const { decisions } = (await response.json()) as {
    decisions: { outcome: string; node: string | null; message: string | null; scores: unknown[] }[]
  }
  return decisions[0]
}

const without = (name: string) => ({ disabled: [{ name }] })

// Outcomes and messages of kube-scheduler v1.37.1.
it.each([
  {
    name: 'a filter without its PreFilter fails',
    plugins: { preFilter: without('NodePorts') },
    message:
      'running "NodePorts" filter plugin: reading "PreFilterNodePorts" from cycleState: not found',
  },
  {
    name: 'a score without its PreScore fails',
    plugins: { preScore: without('TaintToleration') },
    message:
      'running Score plugins: plugin "TaintToleration" failed with: ' +
      'failed to read "PreScoreTaintToleration" from cycleState: not found',
  },
  {
    name: 'a PreScore without its PreFilter fails',
    plugins: { preFilter: without('VolumeBinding'), filter: without('VolumeBinding') },
    message: 'running PreScore plugin "VolumeBinding": not found',
  },
  {
    name: 'a Reserve without its PreFilter fails',
    plugins: {
      preFilter: without('VolumeBinding'),
      filter: without('VolumeBinding'),
      score: without('VolumeBinding'),
      preScore: without('VolumeBinding'),
    },
    message: 'running Reserve plugin "VolumeBinding": not found',
  },
])('$name', async ({ plugins, message }) => {
  expect(await decide(plugins)).toMatchObject({ outcome: 'error', node: null, message })
})

it.each([
  {
    name: 'NodeAffinity filters without its PreFilter',
    plugins: { preFilter: without('NodeAffinity') },
  },
  {
    name: 'NodeAffinity scores without its PreScore',
    plugins: { preScore: without('NodeAffinity') },
  },
  { name: 'a PreFilter goes without its filter', plugins: { filter: without('InterPodAffinity') } },
  {
    name: 'the first feasible node is taken where nothing scores',
    plugins: { score: without('*') },
  },
])('$name', async ({ plugins }) => {
  expect(await decide(plugins)).toMatchObject({ outcome: 'scheduled', node: 'a', message: null })
})

it('scores no volume where VolumeBinding does not look for any', async () => {
  const volume = (plugins: object) => ({
    snapshot: {
      nodes: [node('a')],
      persistentVolumes: [
        {
          metadata: { name: 'pv' },
          spec: { capacity: { storage: '100Gi' }, storageClassName: 'later' },
          status: { phase: 'Available' },
        },
      ],
      persistentVolumeClaims: [
        {
          metadata: { name: 'data' },
          spec: { storageClassName: 'later', resources: { requests: { storage: '1Gi' } } },
        },
      ],
      storageClasses: [{ metadata: { name: 'later' }, volumeBindingMode: 'WaitForFirstConsumer' }],
    },
    pod: {
      metadata: { name: 'p' },
      spec: {
        containers: [{ name: 'c' }],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
      },
    },
    config: withPlugins(plugins),
  })
  const scoreUnder = async (plugins: object) => {
    const response = await app.request('/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(volume(plugins)),
    })
    // The fields read here are those of schemas/decisions/decision-response.ts.
    const { decisions } = (await response.json()) as {
      decisions: { scores: { plugins: { VolumeBinding: { raw: number } } }[] }[]
    }
    return decisions[0]?.scores[0]?.plugins.VolumeBinding.raw
  }
  expect(await scoreUnder({})).toBe(99)
  expect(await scoreUnder({ filter: without('VolumeBinding') })).toBe(0)
})
