import { expect, it } from 'vitest'
import { decideAll } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'

const nodes = [makeNode('full', { allocatable: { pods: '1' } })]

it('takes a pod that names its node as assigned, asks nobody, and counts it there', () => {
  const decisions = decideAll({ nodes }, [makePod('there', { node: 'full' }), makePod('late')])
  expect(decisions[0]).toMatchObject({
    outcome: 'alreadyAssigned',
    node: 'full',
    binding: null,
    filter: null,
  })
  expect(decisions[1]).toMatchObject({ outcome: 'unschedulable', node: null })
})

it('counts a pod nowhere that names a node which the snapshot lacks', () => {
  const decisions = decideAll({ nodes }, [makePod('lost', { node: 'gone' }), makePod('next')])
  expect(decisions[0]).toMatchObject({ outcome: 'alreadyAssigned', node: 'gone' })
  expect(decisions[1]).toMatchObject({ outcome: 'scheduled', node: 'full' })
})

it('takes an empty name as none', () => {
  const [decision] = decideAll({ nodes }, [makePod('any', { spec: { nodeName: '' } })])
  expect(decision).toMatchObject({ outcome: 'scheduled', node: 'full' })
})
