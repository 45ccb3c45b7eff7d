import { describe, expect, it } from 'vitest'
import { decideAll } from '../support/decide-all.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const nodes = [makeNode('a', { allocatable: { cpu: '4', pods: '1' } })]
const next = makePod('next')

describe.each(['Succeeded', 'Failed'])('a pod in phase %s', (phase) => {
  it('is shown to no scheduler, and is promised nothing', () => {
    const done = makePod('done', { status: { phase }, nominated: 'a', priority: 100 })
    const [of, after] = decideAll({ nodes }, [done, next])
    expect(of).toMatchObject({ outcome: 'notResponsible', node: null })
    expect(after).toMatchObject({ outcome: 'scheduled', node: 'a' })
    expect(decideAll({ nodes }, [next, done])[0]).toMatchObject({ outcome: 'scheduled', node: 'a' })
  })

  it('takes up nothing on its node', () => {
    const done = makePod('done', { node: 'a', status: { phase } })
    const [of, after] = decideAll({ nodes }, [done, next])
    expect(of).toMatchObject({ outcome: 'alreadyAssigned', node: 'a' })
    expect(after).toMatchObject({ outcome: 'scheduled', node: 'a' })
  })
})
