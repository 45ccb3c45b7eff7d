import { expect, it } from 'vitest'
import { decideAll } from '../support/decide-all.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const nodes = ['a', 'b', 'c', 'd'].map((name) => makeNode(name, { zone: name < 'c' ? 'x' : 'y' }))

function plain(name: string, app: string, cpu: string) {
  return makePod(name, { labels: { app }, requests: { cpu } })
}

/** Likes to be with pods of an app, which thereby like to be with it. */
function fond(app: string) {
  const labelSelector = { matchLabels: { app } }
  const podAffinityTerm = { topologyKey: 'topology.kubernetes.io/zone', labelSelector }
  const podAffinity = {
    preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm }],
  }
  return makePod('fond', { requests: { cpu: '3' }, spec: { affinity: { podAffinity } } })
}

it('what was found out of a pod that asks for less is not that of another app, once terms tell apps apart', () => {
  const first = [plain('of-one', 'one', '100m'), plain('of-other', 'other', '200m')]
  const all = [
    ...first,
    fond('one'),
    plain('last', 'other', '300m'),
    plain('again', 'other', '200m'),
  ]
  const decided = decideAll({ nodes }, all)
  for (const [index, decision] of decided.entries()) {
    const pods = all.slice(0, index).map((pod, before) => {
      const node = decided[before]?.node
      return { ...pod, spec: { ...(pod['spec'] as object), nodeName: node } } // as makePod writes it
    })
    const [alone] = decideAll({ nodes, pods }, all.slice(index, index + 1))
    expect(decision.tied ?? [decision.node]).toEqual(alone?.tied ?? [alone?.node])
    expect(decision.scores).toEqual(alone?.scores)
  }
})
