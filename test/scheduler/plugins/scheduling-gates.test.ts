import { expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf, preFilterOf } from '../../support/verdicts.ts'

const nodes = [makeNode('a')]

function gated(...names: string[]) {
  return makePod('waiting', { spec: { schedulingGates: names.map((name) => ({ name })) } })
}

it('names all gates of a pod that waits, and looks at no node', () => {
  const decision = decideOne({ nodes }, gated('quota', 'images'))
  const message = 'waiting for scheduling gates: [quota images]'
  expect(decision).toMatchObject({ outcome: 'gated', node: null, message, preemption: null })
  expect(preFilterOf(decision)).toBe(`SchedulingGates UnschedulableAndUnresolvable: ${message}`)
  expect(filterOf(decision)).toMatchObject({ feasible: [], rejected: [], summary: [] })
})

it('lets a pod through whose gates are all gone', () => {
  expect(decideOne({ nodes }, gated()).outcome).toBe('scheduled')
})

it('leaves the room of a gated pod to the pods that follow', () => {
  const one = makeNode('one', { allocatable: { pods: '1' } })
  const decisions = decideAll({ nodes: [one] }, [gated('quota'), makePod('next')])
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['gated', 'scheduled'])
})
