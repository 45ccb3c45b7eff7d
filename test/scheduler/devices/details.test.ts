import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import {
  GPU,
  makeDevice,
  makeDeviceClass,
  makeResourceClaim,
  makeSlice,
  selecting,
  using,
  wants,
} from '../../support/make-devices.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf } from '../../support/verdicts.ts'

const pod = makePod('p', { spec: using('c') })
const MODEL = `device.attributes["${GPU}"].model == "h100"`

/** The details of the only node, which has one slice of these devices. */
function details(devices: readonly Json[], claim: Json, slice: Json = {}): readonly unknown[] {
  const snapshot = {
    nodes: [makeNode('a')],
    deviceClasses: [makeDeviceClass('gpu', `device.driver == "${GPU}"`)],
    resourceSlices: [makeSlice('a', { devices, ...slice })],
    resourceClaims: [claim],
  }
  const [rejected] = filterOf(decideOne(snapshot, pod)).rejected
  expect(rejected?.reasons).toEqual(['cannot allocate all claims'])
  return rejected?.details ?? []
}

const request = (failed: Json, more: Json = {}) => ({
  kind: 'deviceRequest',
  claim: 'default/c',
  request: 'r',
  deviceClass: 'gpu',
  wanted: 1,
  suitable: 0,
  failed: [failed],
  nearest: { device: `${GPU}/a/d0`, failed: { ...failed, devices: 1 } },
  ...more,
})

describe('why a node has no devices for a claim', () => {
  it('the class selects other devices', () => {
    const failed = {
      by: 'classSelector',
      devices: 1,
      expression: `device.driver == "${GPU}"`,
      values: [{ name: 'device.driver', value: 'nic.example.com' }],
    }
    const claim = makeResourceClaim('c', [wants('r')])
    expect(details([makeDevice('d0')], claim, { driver: 'nic.example.com' })).toEqual([
      request(failed, { nearest: { device: 'nic.example.com/a/d0', failed } }),
    ])
  })

  it('the request selects other devices, and what they have instead', () => {
    const failed = {
      by: 'requestSelector',
      devices: 2,
      expression: MODEL,
      values: [{ name: `device.attributes["${GPU}"].model`, value: 'a100' }],
    }
    const claim = makeResourceClaim('c', [wants('r', 1, selecting(MODEL))])
    expect(details([makeDevice('d0'), makeDevice('d1')], claim)).toEqual([request(failed)])
  })

  it('a taint', () => {
    const taint = { key: 'broken', value: 'yes', effect: 'NoSchedule' }
    const claim = makeResourceClaim('c', [wants('r')])
    const failed = { by: 'taint', devices: 1, taint }
    expect(details([makeDevice('d0', { taints: [taint] })], claim)).toEqual([request(failed)])
  })

  it('too little capacity', () => {
    const claim = makeResourceClaim('c', [
      wants('r', 1, { capacity: { requests: { memory: '80Gi' } } }),
    ])
    const device = makeDevice('d0', { capacity: { memory: { value: '40Gi' } } })
    const failed = { by: 'capacity', devices: 1, capacity: 'memory', wanted: '80Gi', free: '40Gi' }
    expect(details([device], claim)).toEqual([request(failed)])
  })

  it('a counter that is short', () => {
    const uses = (value: string) => ({
      consumesCounters: [{ counterSet: 'gpu-0', counters: { slices: { value } } }],
    })
    const counters = {
      metadata: { name: 'counters' },
      spec: {
        driver: GPU,
        nodeName: 'a',
        pool: { name: 'a', generation: 1, resourceSliceCount: 2 },
        sharedCounters: [{ name: 'gpu-0', counters: { slices: { value: '7' } } }],
      },
    }
    const snapshot = {
      nodes: [makeNode('a')],
      deviceClasses: [makeDeviceClass('gpu')],
      resourceSlices: [
        makeSlice('a', { devices: [makeDevice('d0', uses('8'))], count: 2 }),
        counters,
      ],
      resourceClaims: [makeResourceClaim('c', [wants('r')])],
    }
    const failed = {
      by: 'counter',
      devices: 1,
      counterSet: 'gpu-0',
      counter: 'slices',
      wanted: '8',
      free: '7',
    }
    expect(filterOf(decideOne(snapshot, pod)).rejected[0]?.details).toEqual([request(failed)])
  })

  it('a claim, and the pod that has it', () => {
    const snapshot = {
      nodes: [makeNode('a')],
      deviceClasses: [makeDeviceClass('gpu')],
      resourceSlices: [makeSlice('a', { devices: [makeDevice('d0')] })],
      resourceClaims: [
        makeResourceClaim('c', [wants('r')]),
        makeResourceClaim('first', [wants('r')]),
      ],
    }
    const [, decision] = decideAll(snapshot, [makePod('q', { spec: using('first') }), pod])
    const failed = { by: 'inUse', devices: 1, claim: 'default/first', pods: ['q'] }
    expect(filterOf(decision).rejected[0]?.details).toEqual([request(failed)])
  })

  it('a constraint that devices meet one by one, but not together', () => {
    const claim = makeResourceClaim('c', [wants('r', 2)], {
      constraints: [{ matchAttribute: `${GPU}/numa` }],
    })
    const other = makeDevice('d1', { attributes: { numa: { int: 1 } } })
    expect(details([makeDevice('d0'), other], claim)).toEqual([
      {
        kind: 'deviceConstraint',
        claim: 'default/c',
        constraint: 'matchAttribute',
        attribute: `${GPU}/numa`,
        wanted: 2,
        together: 1,
      },
    ])
  })

  it('an attribute that a constraint compares and the device lacks', () => {
    const claim = makeResourceClaim('c', [wants('r')], {
      constraints: [{ matchAttribute: 'x.io/root' }],
    })
    const failed = { by: 'attribute', devices: 1, attribute: 'x.io/root' }
    expect(details([makeDevice('d0')], claim)).toEqual([request(failed)])
  })

  it('a pool that is not complete', () => {
    const claim = makeResourceClaim('c', [wants('r')])
    const pool = { kind: 'devicePool', driver: GPU, pool: 'a', state: 'incomplete', problem: null }
    const none = request({}, { failed: [], nearest: null })
    expect(details([makeDevice('d0')], claim, { count: 2 })).toEqual([none, pool])
  })

  it('requests that are in each other’s way', () => {
    const claim = makeResourceClaim('c', [wants('r'), wants('s')])
    const one = { kind: 'deviceRequest', suitable: 1, failed: [], nearest: null }
    expect(details([makeDevice('d0')], claim)).toMatchObject([
      { ...one, request: 'r' },
      { ...one, request: 's' },
    ])
  })
})
