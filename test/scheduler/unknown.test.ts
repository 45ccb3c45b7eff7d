import { describe, expect, it } from 'vitest'
import type { DecisionView } from '../../src/explain/decision-view.ts'
import type { AbsentKinds } from '../../src/snapshot/reads.ts'
import { decideAll, decideOne } from '../support/decide-all.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod, type PodOptions } from '../support/make-pod.ts'
import { claimVolumes, makeClaim, makeCsiNode, makeVolume } from '../support/make-storage.ts'
import { filterOf } from '../support/verdicts.ts'

const nodes = [
  makeNode('small', { allocatable: { cpu: '1' } }),
  makeNode('large'),
  makeNode('tainted', { taints: [{ key: 'k', effect: 'NoSchedule' }] }),
]
/** As `kubectl get nodes,pods` gives it. */
const dump = { nodes, pods: [] }
const GPU = 'example.com/gpu'

function decide(snapshot: Json, pod: Json, absentKinds: AbsentKinds = 'unknown'): DecisionView {
  return decideOne(snapshot, pod, { absentKinds })
}

const withClaim = (options: PodOptions = {}) =>
  makePod('db', { requests: { cpu: '2' }, spec: claimVolumes('c'), ...options })

function kindsOf({ unknown = [] }: DecisionView): string[] {
  return [...new Set(unknown.map(({ kind }) => kind ?? ''))]
}

describe('a pod whose verdicts rest on a kind that the snapshot lacks', () => {
  it('is unknown, with all that is known of it', () => {
    const decision = decide(dump, withClaim())
    expect(decision).toMatchObject({
      outcome: 'unknown',
      node: null,
      binding: null,
      message: null,
      nominatedNode: null,
      preemption: null,
      tied: [],
    })
    const { feasible, unknown, rejected } = filterOf(decision)
    expect(feasible).toEqual([])
    expect(unknown).toEqual(['large'])
    expect(rejected.map(({ node, plugin }) => [node, plugin])).toEqual([
      ['small', 'NodeResourcesFit'],
      ['tainted', 'TaintToleration'],
    ])
    const plugins = Object.keys(decision.scores?.[0]?.plugins ?? {})
    expect(decision.scores?.map(({ node }) => node)).toEqual(['large'])
    expect(plugins).toEqual(
      expect.arrayContaining(['NodeResourcesFit', 'NodeResourcesBalancedAllocation']),
    )
    // What is normalized among feasible nodes, or found out for the filter, is not certain.
    expect(plugins).not.toEqual(expect.arrayContaining(['TaintToleration']))
    expect(plugins).not.toEqual(expect.arrayContaining(['VolumeBinding']))
  })

  it('is told what is missing, who needs it and how to get it', () => {
    const { unknown = [] } = decide(dump, withClaim())
    expect(unknown.map(({ plugin }) => plugin).sort()).toEqual([
      'NodeVolumeLimits',
      'VolumeBinding',
      'VolumeRestrictions',
      'VolumeZone',
    ])
    for (const { kind, why, command } of unknown) {
      expect(kind).toBe('PersistentVolumeClaim')
      expect(why).toBe('the snapshot has no persistentVolumeClaims')
      expect(command).toBe('kubectl get persistentvolumeclaims -A -o json')
    }
  })

  it('takes nothing from the pods that follow', () => {
    const follower = makePod('web', { requests: { cpu: '4' } })
    const decisions = decideAll(dump, [withClaim(), follower], { absentKinds: 'unknown' })
    expect(decisions.map(({ outcome, node }) => [outcome, node])).toEqual([
      ['unknown', null],
      ['scheduled', 'large'],
    ])
  })

  it('fits nowhere for certain where what is known rejects every node, in nobody’s words', () => {
    const decision = decide(dump, withClaim({ requests: { cpu: '64' } }))
    expect(decision).toMatchObject({ outcome: 'unschedulable', message: null, preemption: null })
    expect(kindsOf(decision)).toEqual(['PersistentVolumeClaim'])
    expect(filterOf(decision)).toMatchObject({ feasible: [] })
    expect(filterOf(decision).unknown).toBeUndefined()
  })

  it('is gated for certain while it has gates', () => {
    const gated = withClaim({ spec: { ...claimVolumes('c'), schedulingGates: [{ name: 'g' }] } })
    const decision = decide(dump, gated)
    expect(decision.outcome).toBe('gated')
    expect(decision.message).toBe('waiting for scheduling gates: [g]')
  })

  it('is judged where the kind is there, if only empty', () => {
    const message = 'persistentvolumeclaim "c" not found'
    expect(decide({ ...dump, persistentVolumeClaims: [] }, withClaim()).message).toContain(message)
    for (const absentKinds of ['empty', ['persistentVolumeClaims']] as const) {
      expect(decide(dump, withClaim(), absentKinds).message).toContain(message)
    }
    expect(decide(dump, withClaim(), ['services']).outcome).toBe('unknown')
  })
})

describe('what is missing matters only where a verdict depends on it', () => {
  const csi = (name: string) =>
    makeVolume(name, { spec: { csi: { driver: 'd', volumeHandle: `handle-${name}` } } })
  const bound = { persistentVolumeClaims: [makeClaim('c', { volume: 'v' })], storageClasses: [] }

  it.each<{ name: string; snapshot?: Json; pod?: PodOptions; missing: string[] }>([
    { name: 'nothing of volumes to a pod without any', missing: [] },
    {
      name: 'the volume to a pod whose claim is bound',
      snapshot: bound,
      pod: { spec: claimVolumes('c') },
      missing: ['PersistentVolume'],
    },
    {
      name: 'no CSINode to a pod whose volume nobody attaches',
      snapshot: { ...bound, persistentVolumes: [makeVolume('v')] },
      pod: { spec: claimVolumes('c') },
      missing: [],
    },
    {
      name: 'the CSINodes to a pod whose volume is attached',
      snapshot: {
        ...bound,
        persistentVolumes: [csi('v')],
      },
      pod: { spec: claimVolumes('c') },
      missing: ['CSINode'],
    },
    {
      name: 'the VolumeAttachments where the driver has a limit',
      snapshot: {
        ...bound,
        csiNodes: [makeCsiNode('large', { d: 1 }), makeCsiNode('small', { d: 1 })],
        csiDrivers: [],
        persistentVolumes: [csi('v')],
      },
      pod: { spec: claimVolumes('c') },
      missing: ['VolumeAttachment'],
    },
    { name: 'ResourceClaims', pod: { spec: deviceClaim() }, missing: ['ResourceClaim'] },
    {
      name: 'no namespace to a term that no pod could match',
      pod: { spec: antiAffinity({ matchLabels: { team: 'a' } }) },
      missing: [],
    },
    {
      name: 'the namespaces to a term that a pod of another namespace would match',
      snapshot: {
        pods: [makePod('web', { namespace: 'other', labels: { app: 'web' }, node: 'large' })],
      },
      pod: { spec: antiAffinity({ matchLabels: { team: 'a' } }) },
      missing: ['Namespace'],
    },
    {
      name: 'no namespace to a term that means all of them',
      snapshot: {
        pods: [makePod('web', { namespace: 'other', labels: { app: 'web' }, node: 'large' })],
      },
      pod: { spec: antiAffinity({}) },
      missing: [],
    },
    {
      name: 'the namespaces to a pod that a term of a running pod may mean',
      snapshot: {
        pods: [
          makePod('web', {
            namespace: 'other',
            node: 'large',
            spec: antiAffinity({ matchLabels: { team: 'a' } }),
          }),
        ],
      },
      pod: { labels: { app: 'web' } },
      missing: ['Namespace'],
    },
  ])('$name', ({ snapshot = {}, pod = {}, missing }) => {
    const decision = decide({ ...dump, ...snapshot }, makePod('p', pod))
    expect(kindsOf(decision)).toEqual(missing)
    expect(decision.outcome).toBe(missing.length === 0 ? 'scheduled' : 'unknown')
  })

  it('device classes only on nodes that do not offer the resource themselves', () => {
    const pod = makePod('p', { requests: { [GPU]: '1' } })
    const having = makeNode('having', { allocatable: { [GPU]: '1' } })
    const full = { ...dump, nodes: [having] }
    expect(decide(full, pod).outcome).toBe('scheduled')
    const decision = decide({ ...dump, nodes: [...nodes, having] }, pod)
    expect(decision.outcome).toBe('unknown')
    expect(filterOf(decision).feasible).toEqual(['having'])
    expect(filterOf(decision).unknown).toEqual(['small', 'large'])
    expect(kindsOf(decision)).toEqual(['DeviceClass'])
    const told = decide({ ...dump, nodes: [...nodes, having], deviceClasses: [] }, pod)
    expect(told).toMatchObject({ outcome: 'scheduled', node: 'having' })
  })

  it('a certain rejection of a node stands beside an uncertain one', () => {
    const pod = makePod('p', { requests: { [GPU]: '1', cpu: '64' } })
    const decision = decide(dump, pod)
    expect(decision).toMatchObject({ outcome: 'unschedulable', message: null })
    expect(filterOf(decision).rejected[1]?.reasons).toEqual(['Insufficient cpu'])
  })

  it('a nominated node that passes for certain is taken, whatever the others are', () => {
    const having = makeNode('having', { allocatable: { [GPU]: '1' } })
    const pod = makePod('p', { requests: { [GPU]: '1' }, nominated: 'having' })
    const decision = decide({ ...dump, nodes: [...nodes, having] }, pod)
    expect(decision).toMatchObject({ outcome: 'scheduled', node: 'having' })
  })

  it('rejections that more objects could not take back stand', () => {
    const attached = [
      {
        metadata: { name: 'x' },
        spec: { attacher: 'd', nodeName: 'large', source: { persistentVolumeName: 'w' } },
      },
    ]
    const snapshot = {
      nodes: [makeNode('large')],
      pods: [makePod('r', { node: 'large', spec: claimVolumes('other') })],
      csiNodes: [makeCsiNode('large', { d: 1 })],
      csiDrivers: [],
      storageClasses: [],
      persistentVolumes: [csi('v'), csi('w')],
      persistentVolumeClaims: [
        makeClaim('c', { volume: 'v' }),
        makeClaim('other', { volume: 'w' }),
      ],
    }
    const pod = makePod('p', { spec: claimVolumes('c') })
    expect(decide(snapshot, pod).outcome).toBe('unschedulable')
    expect(decide({ ...snapshot, volumeAttachments: attached }, pod).outcome).toBe('unschedulable')
  })
})

describe('nodes and pods are kinds like others', () => {
  it('without nodes nothing is known of any pod', () => {
    const decision = decide({ pods: [] }, makePod('p'))
    expect(decision).toMatchObject({ outcome: 'unknown', message: null })
    expect(kindsOf(decision)).toEqual(['Node'])
    const none = decide({ nodes: [], pods: [] }, makePod('p'))
    expect(none.message).toBe('no nodes available to schedule pods')
  })

  it('without pods no node is known to have room, and some are known to have none', () => {
    const decision = decide({ nodes }, makePod('p', { requests: { cpu: '2' } }))
    expect(decision.outcome).toBe('unknown')
    expect(kindsOf(decision)).toEqual(['Pod'])
    expect(filterOf(decision).unknown).toEqual(['large'])
    expect(filterOf(decision).rejected.map(({ node }) => node)).toEqual(['small', 'tainted'])
  })
})

describe('a pod of a PriorityClass that was not seen', () => {
  const high = { spec: { priorityClassName: 'high' } }
  const full = [makePod('low', { node: 'large', priority: 0, requests: { cpu: '3' } })]
  const big = makePod('big', { requests: { cpu: '4' }, ...high })
  const classes = [{ metadata: { name: 'high' }, value: 1000 }]

  it('has its node where it fits', () => {
    const decision = decide(dump, makePod('p', { requests: { cpu: '2' }, ...high }))
    expect(decision).toMatchObject({ outcome: 'scheduled', node: 'large' })
  })

  it('gets no node for certain, and whom it would displace is unknown', () => {
    const decision = decide({ nodes, pods: full }, big)
    expect(decision).toMatchObject({ outcome: 'unschedulable', message: null, preemption: null })
    expect(kindsOf(decision)).toEqual(['PriorityClass'])
    expect(decision.unknown?.[0]?.why).toBe('PriorityClass high was not seen')
    const seen = decide({ nodes, pods: full, priorityClasses: classes }, big)
    expect(seen.preemption).toMatchObject({ node: 'large', victims: [{ name: 'low' }] })
    const none = decide({ nodes, pods: full }, big, ['priorityClasses'])
    expect(none.preemption).toMatchObject({ node: null, victims: [] })
  })

  it('may be the victim of another, or not', () => {
    const running = makePod('running', { node: 'large', requests: { cpu: '3' }, ...high })
    const preemptor = makePod('p', { priority: 10, requests: { cpu: '4' } })
    expect(decide({ nodes, pods: [running] }, preemptor)).toMatchObject({
      outcome: 'unschedulable',
      message: null,
      preemption: null,
    })
  })

  it('makes room for nominated pods, or not', () => {
    const nominated = makePod('n', { nominated: 'large', priority: 10, requests: { cpu: '3' } })
    const pod = makePod('p', { requests: { cpu: '2' }, ...high })
    const decision = decide({ nodes, pods: [nominated] }, pod)
    expect(decision.outcome).toBe('unknown')
    expect(kindsOf(decision)).toEqual(['PriorityClass'])
  })
})

describe.each(['classic-1.10', 'classic-1.11', 'classic-1.12'])('%s', (profile) => {
  it('is unknown for a claim that it cannot look for', () => {
    const decision = decideOne(dump, withClaim(), { absentKinds: 'unknown', profile })
    expect(decision.outcome).toBe('unknown')
    expect(decision.unknown?.map(({ plugin }) => plugin)).toContain('podPassesBasicChecks')
    expect(filterOf(decision).rejected.map(({ node }) => node)).toEqual(['small', 'tainted'])
  })
})

function antiAffinity(namespaceSelector: Json): Json {
  const term = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: { app: 'web' } },
    namespaceSelector,
  }
  return {
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
  }
}

function deviceClaim(): Json {
  return { resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }] }
}
