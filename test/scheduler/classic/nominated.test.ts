import { expect, it } from 'vitest'
import { decide, makeNode, makePod } from './classic.ts'

const nodes = [makeNode('a', { labels: { rack: '1' } })]
const apart = {
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {}, topologyKey: 'rack' }],
  },
}
const nominated = makePod('nominated', { affinity: apart, status: { nominatedNodeName: 'a' } })

it.each(['classic-1.11', 'classic-1.12'] as const)(
  '%s: a nominated pod keeps others off its node, though nobody that runs has any terms',
  async (profile) => {
    const { outcome, filter } = await decide({ profile, nodes, running: [nominated] })
    expect(outcome).toBe('unschedulable')
    expect(filter?.rejected.map(({ plugin }) => plugin)).toEqual(['MatchInterPodAffinity'])
  },
)

it('1.10 takes no notice of nominations', async () => {
  const { outcome } = await decide({ profile: 'classic-1.10', nodes, running: [nominated] })
  expect(outcome).toBe('scheduled')
})
