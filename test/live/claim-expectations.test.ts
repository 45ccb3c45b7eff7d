import { describe, expect, it } from 'vitest'
import { ClaimExpectations } from '../../src/live/mirror/claim-expectations.ts'

const FREE = { metadata: { name: 'c', namespace: 'default' } }
const ALLOCATION = { devices: { results: [{ driver: 'd', pool: 'p', device: 'gpu' }] } }
const GIVEN = { ...FREE, status: { allocation: ALLOCATION } }

describe('what a claim was given', () => {
  it('holds until the API server tells', () => {
    const expected = new ClaimExpectations()
    expected.hold('default/c', ALLOCATION, 'a')
    expected.told('MODIFIED', FREE)
    expect(expected.applied(FREE)).toEqual(GIVEN)
    expected.told('MODIFIED', GIVEN)
    expect(expected.applied(FREE)).toBe(FREE)
  })

  it('holds as long as one of the pods that share it is on its way', () => {
    const expected = new ClaimExpectations()
    expected.hold('default/c', ALLOCATION, 'a')
    expected.hold('default/c', null, 'b')
    expected.release('default/c', 'b')
    expect(expected.of('default/c')).toBe(ALLOCATION)
    expected.hold('default/c', null, 'b')
    expected.release('default/c', 'a')
    expect(expected.of('default/c')).toBe(ALLOCATION)
    expected.release('default/c', 'b')
    expect(expected.of('default/c')).toBeUndefined()
  })

  it('needs no holding where the claim had its devices before', () => {
    const expected = new ClaimExpectations()
    expected.hold('default/c', null, 'a')
    expect(expected.of('default/c')).toBeUndefined()
    expected.release('default/c', 'a')
  })
})
