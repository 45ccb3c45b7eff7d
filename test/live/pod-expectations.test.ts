import { describe, expect, it } from 'vitest'
import { PodExpectations } from '../../src/live/mirror/pod-expectations.ts'
import { makePod } from '../support/make-pod.ts'

const WAITING = makePod('p')

describe('what berth schedule expects of a pod', () => {
  it.each([
    ['it runs', 'MODIFIED', makePod('p', { node: 'b' })],
    ['it is gone', 'DELETED', WAITING],
  ] as const)('a placement holds until the API server tells that %s', (_, type, object) => {
    const expected = new PodExpectations()
    expected.assume('default/p', 'a')
    expected.told('MODIFIED', WAITING)
    expect(expected.applied(WAITING)).toMatchObject({ spec: { nodeName: 'a' } })
    expected.told(type, object)
    expect(expected.applied(object)).toBe(object)
  })

  it('a nomination holds until the pod has it, whatever is told before', () => {
    const expected = new PodExpectations()
    expected.nominate('default/p', 'a')
    const before = makePod('p', { nominated: 'old' })
    expected.told('MODIFIED', before)
    expect(expected.applied(before)).toMatchObject({ status: { nominatedNodeName: 'a' } })
    expected.told('MODIFIED', makePod('p', { nominated: 'a' }))
    expect(expected.nominationOf('default/p')).toBeUndefined()
  })

  it('a nomination that was taken back is gone before the API server tells', () => {
    const expected = new PodExpectations()
    expected.nominate('default/p', '')
    const before = makePod('p', { nominated: 'a' })
    expected.told('MODIFIED', before)
    expect(expected.applied(before)).toMatchObject({ status: { nominatedNodeName: '' } })
    expected.told('MODIFIED', WAITING)
    expect(expected.applied(WAITING)).toBe(WAITING)
  })

  it('forgets one thing of a pod, and keeps the other', () => {
    const expected = new PodExpectations()
    expected.assume('default/p', 'a')
    expected.nominate('default/p', 'a')
    expected.forget('default/p', 'node')
    expect(expected.nodeOf('default/p')).toBeUndefined()
    expect(expected.nominationOf('default/p')).toBe('a')
  })
})
