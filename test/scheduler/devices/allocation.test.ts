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
import { filterOf, reasonsByNode } from '../../support/verdicts.ts'

const nodes = [makeNode('a'), makeNode('b')]
const deviceClasses = [
  makeDeviceClass('gpu', `device.driver == "${GPU}"`, { extendedResourceName: 'example.com/gpu' }),
]
const pod = makePod('p', { spec: using('c') })

/** A cluster whose node a has one pool of these devices. */
function withDevices(devices: readonly Json[], claims: readonly Json[], more: Json = {}): Json {
  const resourceSlices = [makeSlice('a', { devices })]
  return { nodes, deviceClasses, resourceSlices, resourceClaims: claims, ...more }
}

/** The names of the devices that each claim of a placed pod was given. */
function given(snapshot: Json, decided = pod): readonly (readonly string[])[] {
  const { claims = [] } = decideOne(snapshot, decided)
  return claims.map(({ allocation }) => {
    const { devices } = allocation as { devices: { results: { device: string }[] } } // as written
    return devices.results.map(({ device }) => device)
  })
}

describe('a claim', () => {
  it('gets the first devices that will do, in the order of the slice', () => {
    const devices = [
      makeDevice('d0', { attributes: { model: { string: 'l4' } } }),
      makeDevice('d1'),
      makeDevice('d2'),
      makeDevice('d3'),
    ]
    const claim = makeResourceClaim('c', [
      wants('r', 2, selecting(`device.attributes["${GPU}"].model == "a100"`)),
    ])
    expect(given(withDevices(devices, [claim]))).toEqual([['d1', 'd2']])
  })

  it('goes back on a choice that leaves a later request without a device', () => {
    const small = makeDevice('small', { attributes: { size: { int: 1 } } })
    const large = makeDevice('large', { attributes: { size: { int: 2 } } })
    const claim = makeResourceClaim('c', [
      wants('any'),
      wants('large', 1, selecting(`device.attributes["${GPU}"].size > 1`)),
    ])
    expect(given(withDevices([large, small], [claim]))).toEqual([['small', 'large']])
  })

  it('takes the first alternative that works out', () => {
    const firstAvailable = [
      { name: 'two', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 2 },
      { name: 'one', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 },
    ]
    const claim = makeResourceClaim('c', [{ name: 'r', firstAvailable }])
    expect(given(withDevices([makeDevice('d0')], [claim]))).toEqual([['d0']])
    expect(given(withDevices([makeDevice('d0'), makeDevice('d1')], [claim]))).toEqual([
      ['d0', 'd1'],
    ])
  })

  it('holds its devices against the pods that follow, and shares them with those that name it', () => {
    const claims = [makeResourceClaim('c', [wants('r')]), makeResourceClaim('other', [wants('r')])]
    const pods = [
      pod,
      makePod('q', { spec: using('c') }),
      makePod('late', { spec: using('other') }),
    ]
    const [first, second, late] = decideAll(withDevices([makeDevice('d0')], claims), pods)
    expect(first?.claims?.[0]?.reservedFor).toEqual(['p'])
    expect([second?.node, second?.claims?.[0]?.reservedFor]).toEqual(['a', ['p', 'q']])
    expect(reasonsByNode(late)).toEqual({
      a: ['cannot allocate all claims'],
      b: ['cannot allocate all claims'],
    })
  })

  it('is told for every feasible node what it would get there', () => {
    const claim = makeResourceClaim('c', [wants('r')])
    const snapshot = withDevices([makeDevice('d0')], [claim], {
      resourceSlices: [makeSlice('shared', { node: null, devices: [makeDevice('n0')] })],
    })
    const { allocations = {} } = filterOf(decideOne(snapshot, pod))
    const allocation = {
      devices: { results: [{ request: 'r', driver: GPU, pool: 'shared', device: 'n0' }] },
    }
    expect(allocations).toEqual({
      a: [{ claim: 'c', allocation }],
      b: [{ claim: 'c', allocation }],
    })
  })

  it('named twice by a pod cannot be bound', () => {
    const snapshot = withDevices(
      [makeDevice('d0'), makeDevice('d1')],
      [makeResourceClaim('c', [wants('r')])],
    )
    const { outcome, message } = decideOne(snapshot, makePod('p', { spec: using('c', 'c') }))
    expect([outcome, message]).toEqual([
      'error',
      'running PreBind plugin "DynamicResources": claim default/c got allocated elsewhere in the meantime',
    ])
  })
})

describe('a share of a device', () => {
  const shared = makeDevice('nic', {
    allowMultipleAllocations: true,
    capacity: { bandwidth: { value: '10G' } },
  })
  const third = { capacity: { requests: { bandwidth: '4G' } } }
  const claims = ['c', 'd', 'e'].map((name) => makeResourceClaim(name, [wants('r', 1, third)]))
  const pods = ['c', 'd', 'e'].map((name) => makePod(name, { spec: using(name) }))

  it('is there while capacity lasts, under an id of its own', () => {
    const decisions = decideAll(withDevices([shared], claims), pods)
    expect(decisions.map(({ outcome }) => outcome)).toEqual([
      'scheduled',
      'scheduled',
      'unschedulable',
    ])
    const ids = decisions.flatMap(({ claims: one = [] }) =>
      one.map(({ allocation }) => JSON.stringify(allocation).match(/"shareID":"([^"]+)"/)?.[1]),
    )
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
  })

  it('costs what the request says, in the form in which it says it', () => {
    const [first] = decideAll(withDevices([shared], claims), pods)
    const written = JSON.stringify(first?.claims?.[0]?.allocation)
    expect(written).toContain('"consumedCapacity":{"bandwidth":"4G"}')
  })
})

describe('the time', () => {
  const snapshot = withDevices([makeDevice('d0')], [makeResourceClaim('c', [wants('r')])])
  const nowMs = Date.parse('2026-11-21T12:00:00Z')

  it('of the allocation is noted when the request says what time it is', () => {
    const [claim] = decideOne(snapshot, pod, { nowMs }).claims ?? []
    expect(claim?.allocation['allocationTimestamp']).toBe('2026-11-21T12:00:00Z')
    expect(decideOne(snapshot, pod).claims?.[0]?.allocation).not.toHaveProperty(
      'allocationTimestamp',
    )
  })

  it.each([
    { timeout: undefined, minutes: 9, outcome: 'scheduled' },
    { timeout: undefined, minutes: 11, outcome: 'unschedulable' },
    { timeout: '30m', minutes: 11, outcome: 'scheduled' },
  ])('that devices take to become ready: $outcome after $minutes min of $timeout', (one) => {
    const allocatedAt = new Date(nowMs - one.minutes * 60_000).toISOString()
    const result = {
      request: 'r',
      driver: GPU,
      pool: 'a',
      device: 'd0',
      bindingConditions: ['ready'],
    }
    const claim = {
      ...makeResourceClaim('c', [wants('r')]),
      status: { allocation: { devices: { results: [result] }, allocationTimestamp: allocatedAt } },
    }
    const config = one.timeout === undefined ? undefined : configWith(one.timeout)
    const decision = decideOne(withDevices([makeDevice('d0')], [claim]), pod, { nowMs, config })
    expect(decision.outcome).toBe(one.outcome)
  })
})

function configWith(bindingTimeout: string): Json {
  return {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ pluginConfig: [{ name: 'DynamicResources', args: { bindingTimeout } }] }],
  }
}

describe('extended resources of a device class', () => {
  const asking = makePod('p', { requests: { 'example.com/gpu': '1' } })
  const offering = [makeNode('a'), makeNode('b', { allocatable: { 'example.com/gpu': '1' } })]

  it('are served by devices where a node offers none, from 1.36 on', () => {
    const snapshot = withDevices([makeDevice('d0')], [], { nodes: offering })
    const decision = decideOne(snapshot, asking)
    expect(filterOf(decision).feasible).toEqual(['a', 'b'])
    expect(Object.keys(filterOf(decision).allocations ?? {})).toEqual(['a'])
    const before = decideOne(snapshot, asking, { profile: 'kubernetes-1.35' })
    expect(filterOf(before).feasible).toEqual(['b'])
  })

  it('are told with the claim that is made for them', () => {
    const snapshot = withDevices([makeDevice('d0')], [], { nodes: [makeNode('a')] })
    const { claims, extendedResources } = decideOne(snapshot, asking)
    expect(claims?.[0]?.claim).toBe('<extended-resources>')
    expect(claims?.[0]?.requests).toEqual([
      {
        name: 'container-0-request-0',
        exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 },
      },
    ])
    expect(extendedResources).toEqual([
      {
        containerName: 'app',
        resourceName: 'example.com/gpu',
        requestName: 'container-0-request-0',
      },
    ])
  })

  it('that are taken are gone for the next pod', () => {
    const snapshot = withDevices([makeDevice('d0')], [], { nodes: [makeNode('a')] })
    const outcomes = decideAll(snapshot, [
      asking,
      { ...makePod('q', { requests: { 'example.com/gpu': '1' } }) },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['scheduled', 'unschedulable'])
  })
})
