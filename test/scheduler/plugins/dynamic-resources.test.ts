import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { nodesNamed } from '../../support/make-storage.ts'
import { filterOf, preFilterOf, reasonsByNode, scoresBy } from '../../support/verdicts.ts'

const ELSEWHERE = ['resourceclaim not available on the node']
const HELPLESS = 'preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.'
const NO_CLAIMS = 'no new claims to deallocate, '
const OPERATIONS = 'DRAOptionalNodeOperations'
const nodes = [makeNode('a'), makeNode('b', { declaredFeatures: [OPERATIONS] })]
const deviceClasses = [
  { metadata: { name: 'gpu' }, spec: { extendedResourceName: 'example.com/gpu' } },
]

function makeResourceClaim(
  name: string,
  fields: { metadata?: Json; spec?: Json; status?: Json },
): Json {
  const metadata = { name, namespace: 'default', uid: `uid-${name}`, ...fields.metadata }
  return { spec: {}, ...fields, metadata }
}

/** A claim that was given a device. */
function allocated(name: string, allocation: Json = {}, status: Json = {}): Json {
  return makeResourceClaim(name, { status: { allocation, ...status } })
}

/** A claim that asks for a device of a class and has none. */
function asking(name: string, ...requests: Json[]): Json {
  return makeResourceClaim(name, { spec: { devices: { requests } } })
}

const exactly = (deviceClassName: string, name = 'r') => ({ name, exactly: { deviceClassName } })

/** A pod that uses the claim c. */
function podWith(options: { name?: string; claims?: readonly Json[]; status?: Json } = {}) {
  const { name = 'p', claims = [{ name: 'x', resourceClaimName: 'c' }], status = {} } = options
  return makePod(name, { spec: { resourceClaims: claims }, status })
}

function decide(
  claims: readonly Json[],
  pod = podWith(),
  profile = 'kubernetes-1.37',
  more: Json = {},
) {
  return decideOne({ nodes, deviceClasses, resourceClaims: claims, ...more }, pod, { profile })
}

describe('claims that are not there keep a pod out of the queue', () => {
  const fromTemplate = [{ name: 'x', resourceClaimTemplateName: 't' }]
  const made = { resourceClaimStatuses: [{ name: 'x', resourceClaimName: 'c' }] }

  it.each([
    {
      name: 'one that does not exist',
      claims: [],
      pod: podWith(),
      want: 'could not find ResourceClaim "default/c"',
    },
    {
      name: 'one that is being deleted',
      claims: [makeResourceClaim('c', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } })],
      pod: podWith(),
      want: 'resourceclaim "c" is being deleted',
    },
    {
      name: 'one that was not made from its template',
      claims: [],
      pod: podWith({ claims: fromTemplate }),
      want: 'pod "default/p": ResourceClaim not created yet',
    },
    {
      name: 'one that was made for another pod',
      claims: [allocated('c')],
      pod: podWith({ claims: fromTemplate, status: made }),
      want: 'ResourceClaim default/c was not created for Pod default/p (Pod is not owner)',
    },
    {
      name: 'one of a form that nobody knows',
      claims: [],
      pod: podWith({ claims: [{ name: 'x' }] }),
      want: 'pod "default/p", spec.resourceClaim "x": none of the supported fields are set',
    },
  ])('$name', ({ claims, pod, want }) => {
    const decision = decide(claims, pod)
    expect(decision).toMatchObject({ outcome: 'gated', message: want })
    expect(preFilterOf(decision)).toBe(`DynamicResources UnschedulableAndUnresolvable: ${want}`)
  })

  it('but not one that the pod turned out not to need', () => {
    const pod = podWith({
      claims: fromTemplate,
      status: { resourceClaimStatuses: [{ name: 'x' }] },
    })
    expect(decide([], pod).outcome).toBe('scheduled')
  })

  it('nor the one that was made for it', () => {
    const ownerReferences = [{ kind: 'Pod', uid: 'uid-default-p', controller: true }]
    const claim = {
      ...allocated('c'),
      metadata: { name: 'c', namespace: 'default', ownerReferences },
    }
    expect(decide([claim], podWith({ claims: fromTemplate, status: made })).outcome).toBe(
      'scheduled',
    )
  })
})

describe('claims that have their devices', () => {
  const onB = { nodeSelector: nodesNamed(['b']) }

  it('keep a pod where the devices are', () => {
    const decision = decide([allocated('c', onB)])
    expect(reasonsByNode(decision)).toEqual({ a: ELSEWHERE })
    expect(filterOf(decision).rejected[0]).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      details: [{ resourceClaim: 'default/c' }],
    })
  })

  it('may be used by many pods', () => {
    const reservedFor = [{ resource: 'pods', name: 'q', uid: 'uid-q' }]
    expect(decide([allocated('c', onB, { reservedFor })]).node).toBe('b')
  })

  it('score all nodes the same', () => {
    expect(scoresBy(decide([allocated('c')]), 'DynamicResources')).toEqual({ a: 0, b: 0 })
    expect(scoresBy(decide([], makePod('p')), 'DynamicResources')).toEqual({ a: 0, b: 0 })
  })

  it('that ask something of the node need one that declares it, from 1.37 on', () => {
    const device = { driver: 'd', pool: 'p', device: 'x', skipNodeOperations: ['Prepare'] }
    const claim = allocated('c', { devices: { results: [device] } })
    expect(reasonsByNode(decide([claim]))).toEqual({ a: ELSEWHERE })
    expect(reasonsByNode(decide([claim], podWith(), 'kubernetes-1.36'))).toEqual({})
  })

  it('are no use when binding a device failed, from 1.36 on', () => {
    const device = { driver: 'd', pool: 'p', device: 'x' }
    const conditions = { bindingConditions: ['Ready'], bindingFailureConditions: ['Broken'] }
    const devices = [{ ...device, conditions: [{ type: 'Broken', status: 'True' }] }]
    const claim = allocated(
      'c',
      { devices: { results: [{ ...device, ...conditions }] } },
      { devices },
    )
    expect(reasonsByNode(decide([claim]))).toEqual({ a: ELSEWHERE, b: ELSEWHERE })
    expect(reasonsByNode(decide([claim], podWith(), 'kubernetes-1.35'))).toEqual({})
  })
})

describe('claims without devices', () => {
  it.each([
    {
      name: 'of a class that does not exist',
      claim: asking('c', exactly('fpga')),
      want: 'request r: device class fpga does not exist',
    },
    {
      name: 'with an alternative that does not exist',
      claim: asking('c', { name: 'r', firstAvailable: [{ name: 's', deviceClassName: 'fpga' }] }),
      want: 'request r/s: device class fpga does not exist',
    },
    {
      name: 'with a request of an unknown form',
      claim: asking('c', { name: 'r' }),
      want: 'resource claim default/c, request r: unknown request type',
    },
  ])('$name refuse the pod as a whole', ({ claim, want }) => {
    const decision = decide([claim])
    expect(preFilterOf(decision)).toBe(`DynamicResources UnschedulableAndUnresolvable: ${want}`)
    expect(decision.message).toBe(`0/2 nodes are available: ${want}. ${HELPLESS}`)
    const before = decide([claim], podWith(), 'kubernetes-1.36').message
    expect(before).toBe(`0/2 nodes are available: ${want}. ${NO_CLAIMS}${HELPLESS}`)
  })

  it('that name no class fail the attempt', () => {
    const decision = decide([asking('c', exactly(''))])
    expect(decision.outcome).toBe('error')
    expect(decision.message).toContain('request r: unsupported request type')
  })
})

describe('extended resources of a device class', () => {
  const pod = makePod('p', { requests: { 'example.com/gpu': '1' } })
  const offering = [makeNode('a', { allocatable: { 'example.com/gpu': '1' } }), makeNode('b')]

  it('wait for the claim of an earlier attempt to be deleted', () => {
    const claim = makeResourceClaim('c', {
      metadata: {
        annotations: { 'resource.kubernetes.io/extended-resource-claim': 'true' },
        ownerReferences: [{ kind: 'Pod', name: 'p', uid: 'uid-default-p', controller: true }],
      },
      spec: { devices: { requests: [exactly('gpu')] } },
    })
    const decision = decideOne({ nodes: offering, deviceClasses, resourceClaims: [claim] }, pod)
    const stale = 'cannot schedule extended resource claim'
    expect(reasonsByNode(decision)).toEqual({ a: [stale], b: [stale] })
    expect(decision.message).toBe(
      `0/2 nodes are available: 2 ${stale}. deletion of ResourceClaim completed, ${HELPLESS}`,
    )
  })
})

describe('what the message tells of claims', () => {
  const nowhere = { nodeSelector: nodesNamed(['gone']) }
  const head = `0/2 nodes are available: 2 ${ELSEWHERE[0]}. `
  const reserved = (...uids: string[]) => ({ reservedFor: uids.map((uid) => ({ uid })) })

  it.each([
    {
      name: 'nobody else uses',
      status: reserved('uid-default-p'),
      old: 'deallocation of ResourceClaim completed, ',
      now: 'deallocation of ResourceClaim completed, ',
    },
    {
      name: 'nobody uses yet',
      status: {},
      old: 'deallocation of ResourceClaim completed, ',
      now: 'deallocation of ResourceClaim completed, ',
    },
    { name: 'others use', status: reserved('uid-q'), old: 'still not schedulable, ', now: '' },
    {
      name: 'the pod shares with others',
      status: reserved('uid-default-p', 'uid-q'),
      old: 'still not schedulable, ',
      now: '',
    },
  ])('out of reach that $name', ({ status, old, now }) => {
    const claims = [allocated('c', nowhere, status)]
    expect(decide(claims).message).toBe(`${head}${now}${HELPLESS}`)
    const before = decide(claims, podWith(), 'kubernetes-1.36').message
    expect(before).toBe(`${head}${old}${HELPLESS}`)
  })

  it('when other filters leave no node', () => {
    const full = makePod('p', {
      requests: { cpu: '64' },
      spec: { resourceClaims: [{ name: 'x', resourceClaimName: 'c' }] },
    })
    const message = decide([allocated('c', nowhere)], full, 'kubernetes-1.36').message
    expect(message).toBe(
      `0/2 nodes are available: 2 Insufficient cpu. still not schedulable, ${HELPLESS}`,
    )
  })
})
