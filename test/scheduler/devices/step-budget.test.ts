import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import {
  GPU,
  makeDevice,
  makeDeviceClass,
  makeResourceClaim,
  makeSlice,
  using,
  wants,
} from '../../support/make-devices.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'

const pod = makePod('p', { spec: using('c') })
const deviceClasses = [makeDeviceClass('gpu')]

function cluster(devices: readonly Json[], claim: Json): Json {
  return {
    nodes: [makeNode('a')],
    deviceClasses,
    resourceSlices: [makeSlice('a', { devices })],
    resourceClaims: [claim],
  }
}

/** Requests that have each a great many ways to fail together. */
function hopeless(): Json {
  const devices = Array.from({ length: 64 }, (_, index) =>
    makeDevice(`d${index}`, { attributes: { even: { int: index } } }),
  )
  const requests = Array.from({ length: 8 }, (_, index) => wants(`r${index}`, 4))
  const constraints = [{ requests: ['r7'], matchAttribute: `${GPU}/even` }]
  return cluster(devices, makeResourceClaim('c', requests, { constraints }))
}

describe('a search for devices that does not end', () => {
  it('is given up, in the words of each release', () => {
    expect(decideOne(hopeless(), pod).message).toBe(
      'running "DynamicResources" filter plugin: node a: timed out trying to allocate devices',
    )
    const before = decideOne(hopeless(), pod, { profile: 'kubernetes-1.35' }).message
    expect(before).toContain('0/1 nodes are available: 1 timed out trying to allocate devices.')
  })

  it('is given up in the same place each time', () => {
    expect(decideOne(hopeless(), pod)).toEqual(decideOne(hopeless(), pod))
  })
})

describe('odd claims end soon', () => {
  it.each([
    [
      'thousands of requests for nothing',
      Array.from({ length: 5000 }, (_, index) => wants(`r${index}`, 0)),
    ],
    ['a request for more devices than there are numbers', [wants('r', Number.MAX_SAFE_INTEGER)]],
    ['a request for less than none', [wants('r', -5)]],
    ['no request at all', []],
  ])('%s', (_name, requests) => {
    const { outcome } = decideOne(
      cluster([makeDevice('d0')], makeResourceClaim('c', requests)),
      pod,
    )
    expect(['scheduled', 'unschedulable', 'error']).toContain(outcome)
  })
})
