import { describe, expect, it } from 'vitest'
import { makeFile } from '../files.ts'
import { runDecideOn } from '../run-decide.ts'

/** What the command tells of one pod, without the lines about all of the run. */
async function tell(snapshot: object, spec: object, columns = 300): Promise<string[]> {
  const pod = { kind: 'Pod', metadata: { name: 'new', labels: { app: 'new' } }, spec }
  const { output } = await runDecideOn(columns, [
    ...['-s', makeFile('cluster.json', snapshot)],
    ...['-f', makeFile('pod.json', pod)],
    ...['--absent-kinds', 'empty'],
  ])
  const lines = output.split('\n').slice(2)
  return lines.slice(0, lines.indexOf(''))
}

function node(name: string, { zone = '', spec = {}, ...status }: NodeFields = {}) {
  const allocatable = { cpu: '4', memory: '8Gi', pods: '10', ...status.allocatable }
  const labels = { 'kubernetes.io/hostname': name, ...(zone === '' ? {} : { zone }) }
  return { metadata: { name, labels }, spec, status: { allocatable } }
}

interface NodeFields {
  zone?: string
  spec?: object
  allocatable?: object
}

function running(name: string, nodeName: string, spec: object = {}, more: object = {}) {
  const metadata = { name, uid: name, labels: { app: name.replace(/-.*/, '') }, ...more }
  return { metadata, spec: { nodeName, ...spec } }
}

const asks = (requests: object) => ({ containers: [{ name: 'main', resources: { requests } }] })
const near = (app: string, topologyKey: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [
    { topologyKey, labelSelector: { matchLabels: { app } } },
  ],
})

describe('of resources it tells', () => {
  it('how much is asked and where the most is free', async () => {
    const nodes = [node('a'), node('b'), node('c', { allocatable: { memory: '2Gi' } })]
    const pods = [running('x', 'a', asks({ memory: '5Gi' })), running('y', 'b', asks({ cpu: 3 }))]
    expect(await tell({ nodes, pods }, asks({ cpu: '3500m', memory: '5Gi' }), 100)).toEqual([
      '✗ default/new: no node fits',
      '  0/3 nodes are available: 1 Insufficient cpu, 2 Insufficient memory. preemption: 0/3 nodes are',
      '  available: 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming',
      '  pod.',
      '  2  Insufficient memory                                                            NodeResourcesFit',
      '     asks 5Gi; the most free is 3Gi of 8Gi on a',
      '  1  Insufficient cpu                                                               NodeResourcesFit',
      '     asks 3.5; the most free is 1 of 4 on b',
    ])
  })

  it('that no node is large enough', async () => {
    const lines = await tell({ nodes: [node('a'), node('b')] }, asks({ cpu: 5 }))
    expect(lines).toContain('     asks 5; the largest node has 4, the most free is 4 of 4 on a')
  })

  it('that no node has any', async () => {
    const lines = await tell({ nodes: [node('a')] }, asks({ 'example.com/gpu': 1 }))
    expect(lines).toContain('     asks 1; none of these nodes has any')
  })

  it('amounts in full where a rounded one would look like enough', async () => {
    const nodes = [node('a', { allocatable: { memory: '1073741820' } })]
    const lines = await tell({ nodes }, asks({ memory: '1073741821' }))
    expect(lines).toContain(
      '     asks 1073741821; the largest node has 1073741820, the most free is 1073741820 of 1073741820 on a',
    )
  })

  it('that the node holds as many pods as it may', async () => {
    const nodes = [node('a', { allocatable: { pods: '1' } })]
    const lines = await tell({ nodes, pods: [running('x', 'a')] }, asks({ cpu: 1 }))
    expect(lines).toContain('     asks 1; the most free is 0 of 1 on a')
  })
})

describe('of nodes it tells', () => {
  it('the taints, and which are cordoned', async () => {
    const taints = [{ key: 'team', value: 'ml', effect: 'NoSchedule' }]
    const bare = [{ key: 'gpu', effect: 'NoExecute' }]
    const nodes = [
      ...['a', 'b', 'c', 'd'].map((name) => node(name, { spec: { taints } })),
      node('e', { spec: { taints: bare } }),
      node('f', { spec: { unschedulable: true } }),
    ]
    const lines = await tell({ nodes }, asks({ cpu: 1 }))
    expect(lines).toContain('     team=ml:NoSchedule on 4 nodes: a, b, c, ...')
    expect(lines).toContain('     gpu:NoExecute on e')
    expect(lines).toContain('     cordoned: f')
  })

  it('which labels they have instead of the wanted one', async () => {
    const nodes = [node('a', { zone: 'z1' }), node('b', { zone: 'z2' }), node('c')]
    const lines = await tell({ nodes }, { nodeSelector: { zone: 'z3' } })
    expect(lines).toContain(
      '     wants zone=z3; 1 node with zone=z1, 1 node with zone=z2, 1 node with no label zone',
    )
  })

  it('the terms of a node affinity, and what the nodes have', async () => {
    const expressions = [
      { key: 'zone', operator: 'In', values: ['z3', 'z4'] },
      { key: 'disk', operator: 'Exists' },
    ]
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: expressions }],
        },
      },
    }
    const nodes = [node('a', { zone: 'z1' }), node('b', { zone: 'z1' })]
    expect(await tell({ nodes }, { affinity })).toContain(
      '     wants zone in (z3, z4) and has disk; 2 nodes with zone=z1 and no disk',
    )
  })
})

describe('of other pods it tells', () => {
  const nodes = ['a', 'b', 'c'].map((name) => node(name, { zone: name === 'c' ? 'z2' : 'z1' }))

  it('who holds the port', async () => {
    const ports = [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }]
    const containers = [{ name: 'main', ports }]
    const pods = ['a', 'b', 'c'].map((name) => running(`holder-${name}`, name, { containers }))
    expect(await tell({ nodes, pods }, { containers })).toContain(
      '     wants host port 80/TCP, held by default/holder-a on a, default/holder-b on b, default/holder-c on c',
    )
  })

  it('which pods are missing where', async () => {
    const lines = await tell({ nodes }, { affinity: { podAffinity: near('db', 'zone') } })
    expect(lines).toContain(
      '     needs pods with app=db (namespace default) in its zone: there are none in z1 (2 nodes), z2',
    )
  })

  it('which pods it refuses', async () => {
    const pods = [running('db-0', 'a'), running('db-1', 'c')]
    const affinity = { podAntiAffinity: near('db', 'zone') }
    expect(await tell({ nodes, pods }, { affinity })).toContain(
      '     refuses pods with app=db (namespace default) in its zone: z1 (2 nodes) has default/db-0, z2 has default/db-1',
    )
  })

  it('which pods refuse it', async () => {
    const affinity = { podAntiAffinity: near('new', 'zone') }
    const pods = [running('shy-0', 'a', { affinity }), running('shy-1', 'c', { affinity })]
    expect(await tell({ nodes, pods }, {})).toContain(
      '     is refused by pods in their zone: z1 (2 nodes) has default/shy-0, z2 has default/shy-1',
    )
  })

  it('how many there are in each domain', async () => {
    const constraint = {
      topologyKey: 'zone',
      maxSkew: 1,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'new' } },
    }
    const pods = [running('new-0', 'a'), running('new-1', 'b')]
    const tainted = node('d', { zone: 'z2' })
    const full = [...nodes.slice(0, 2), { ...tainted, spec: { unschedulable: true } }, node('e')]
    const lines = await tell({ nodes: full, pods }, { topologySpreadConstraints: [constraint] })
    expect(lines).toContain(
      '     at most 1 more than the emptiest zone, which has 0: z1 has 2, one more would be 3 above (2 nodes)',
    )
    expect(lines).toContain('     no label zone on e')
  })
})

describe('of volumes it tells', () => {
  const nodes = [node('a', { zone: 'z1' })]
  const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' }
  const claim = (name: string, spec: object) => ({
    metadata: { name, namespace: 'default', annotations },
    spec: { accessModes: ['ReadWriteOnce'], ...spec },
  })
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]

  it('where the volume of a claim can be used', async () => {
    const required = {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['z2'] }] }],
    }
    const snapshot = {
      nodes,
      persistentVolumeClaims: [claim('data', { volumeName: 'pv', storageClassName: 'local' })],
      persistentVolumes: [
        {
          metadata: { name: 'pv' },
          spec: {
            storageClassName: 'local',
            nodeAffinity: { required },
            claimRef: { name: 'data', namespace: 'default' },
          },
        },
      ],
      storageClasses: [{ metadata: { name: 'local' }, provisioner: 'none' }],
    }
    expect(await tell(snapshot, { volumes })).toContain(
      '     default/data is bound to volume pv, which wants nodes with zone=z2: not on a',
    )
  })

  it('which claim finds no volume', async () => {
    const snapshot = {
      nodes,
      persistentVolumeClaims: [
        claim('data', { storageClassName: 'local', resources: { requests: { storage: '5Gi' } } }),
      ],
      storageClasses: [
        {
          metadata: { name: 'local' },
          provisioner: 'kubernetes.io/no-provisioner',
          volumeBindingMode: 'WaitForFirstConsumer',
        },
      ],
    }
    expect(await tell(snapshot, { volumes })).toContain(
      '     default/data wants 5Gi of class local on a',
    )
  })
})

describe('of a preemption it tells', () => {
  it('who would go, whether anybody makes them anew, and what the other nodes lost by', async () => {
    const nodes = [node('a'), node('b')]
    const controller = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', controller: true }
    const pods = [
      running('web-0', 'a', asks({ cpu: 3 }), { ownerReferences: [{ ...controller, uid: 'r' }] }),
      running('batch', 'b', { ...asks({ cpu: 3 }), priority: 5 }),
    ]
    const lines = await tell({ nodes, pods }, { ...asks({ cpu: 2 }), priority: 10 })
    expect(lines[0]).toBe('✗ default/new: no node fits unless others go')
    expect(lines.slice(-3)).toEqual([
      '  Preempting 1 pod would make room on a:',
      '    default/web-0, priority 0, ReplicaSet web makes it anew, 30 s of grace',
      '  Other candidates: 1 with a victim of higher priority.',
    ])
  })
})

describe('of a placement it tells', () => {
  it('what the total is made of, and what the next best have less of', async () => {
    const nodes = [node('a'), node('b'), node('c', { spec: { unschedulable: true } })]
    const pods = [running('x', 'a', asks({ cpu: 2, memory: '4Gi' }))]
    expect(await tell({ nodes, pods }, asks({ cpu: 1, memory: '2Gi' }))).toEqual([
      '✓ default/new: goes to b',
      '  2 nodes can take it (others: 1 node(s) were unschedulable)',
      '  450  b  TaintToleration 300, NodeResourcesFit 75, NodeResourcesBalancedAllocation 75',
      '  400  a  50 less: NodeResourcesFit -50',
    ])
  })

  it('who is tied, when only the tie-break could choose', async () => {
    const lines = await tell({ nodes: [node('a'), node('b')] }, asks({ cpu: 1, memory: '2Gi' }))
    expect(lines.at(-1)).toMatch(/^ {10}tied with [ab]; chosen by the tie-break$/)
  })
})
