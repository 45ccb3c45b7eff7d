import { expect, it } from 'vitest'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { makeClient } from './client.ts'

const PASSWORD = 'aHVudGVyMg=='
const TOKEN = 'hunter2-of-an-environment'

function podWithToken(name: string) {
  const container = { name: 'c', env: [{ name: 'TOKEN', value: TOKEN }], image: 'app' }
  return makePod(name, { spec: { containers: [container] } })
}

const items = [
  makeNode('a'),
  podWithToken('running'),
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', namespace: 'default' },
    data: { password: PASSWORD },
  },
]

it.each(['kubernetes-1.37', 'no-such-profile'])(
  'secrets of a dump are in no answer and no log: %s',
  async (profile) => {
    const client = makeClient()
    const snapshot = { apiVersion: 'v1', kind: 'List', items }
    const response = await client.decide({ snapshot, pod: podWithToken('new'), profile })
    const written = (await response.text()) + client.logged.join('\n')
    expect(response.status).toBe(profile === 'no-such-profile' ? 422 : 200)
    expect(written).not.toContain(PASSWORD)
    expect(written).not.toContain(TOKEN)
  },
)
