import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'

/** The clock of workerd stands still while code runs; BERTH_LIMIT_WORK_MS is 400 here. */

const zones = (index: number) => ({ 'topology.kubernetes.io/zone': `z${index % 3}` })
const nodes = Array.from({ length: 3000 }, (_, index) => ({
  metadata: {
    name: `n${index}`,
    labels: { 'kubernetes.io/hostname': `n${index}`, ...zones(index) },
  },
  status: { allocatable: { cpu: '64', memory: '256Gi', pods: '500' } },
}))

/** Every one has its own rule, so that none is decided like another. */
function makePods(count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const labelSelector = { matchLabels: { own: `${index}` } }
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector }
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    const resources = { requests: { cpu: `${1 + (index % 500)}m` } }
    return {
      metadata: { name: `p${index}`, labels: { own: `${index}` } },
      spec: { affinity: { podAntiAffinity }, containers: [{ name: 'c', resources }] },
    }
  })
}

function ask(podCount: number): Promise<Response> {
  const options = { absentKinds: 'empty', explain: 'decision' }
  return exports.default.fetch('http://berth.test/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ snapshot: { nodes }, pods: makePods(podCount), options }),
  })
}

it('ends work that takes too long, though the clock does not tell while it runs', async () => {
  const response = await ask(15_000)
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    code: 'too-expensive',
    detail: 'The request needs more than 0.4 s of work',
  })
})

it('answers what is within the limit', async () => {
  expect((await ask(5)).status).toBe(200)
})
