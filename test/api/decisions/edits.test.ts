import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { CapacityResponse } from '../../../schemas/decisions/capacity-response.ts'
import { ComparisonResponse } from '../../../schemas/decisions/comparison-response.ts'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { ExplanationResponse } from '../../../schemas/decisions/explanation-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(path: string, request: object): Promise<Response> {
  return client.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ options: { absentKinds: 'empty' }, ...request }),
  })
}

async function decide(request: object) {
  const response = await post('/v1/decisions', request)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return DecisionResponse.parse(answer)
}

async function compare(request: object) {
  const response = await post('/v1/comparisons', request)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return ComparisonResponse.parse(answer)
}

async function issuesOf(path: string, request: object) {
  const response = await post(path, request)
  expect([413, 422]).toContain(response.status)
  return (await readProblem(response)).errors ?? []
}

const node = (name: string, cpu = '4', spec: object = {}) => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name, zone: 'z' } },
  spec,
  status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
})
const owned = (kind: string, name: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: 'u', controller: true }],
})
const pod = (
  name: string,
  cpu: string,
  nodeName = '',
  metadata: object = {},
  spec: object = {},
) => ({
  metadata: { name, namespace: 'shop', ...metadata },
  spec: {
    ...(nodeName !== '' && { nodeName }),
    containers: [{ name: 'c', image: 'x', resources: { requests: { cpu } } }],
    ...spec,
  },
  status: { phase: nodeName === '' ? 'Pending' : 'Running' },
})
const web = (suffix: string, nodeName: string) =>
  pod(`web-7f9-${suffix}`, '1', nodeName, {
    labels: { app: 'web', 'pod-template-hash': '7f9' },
    ...owned('ReplicaSet', 'web-7f9'),
  })
const db = (ordinal: number, nodeName: string) => {
  const claims = [{ name: 'data', persistentVolumeClaim: { claimName: `data-db-${ordinal}` } }]
  const labels = { 'apps.kubernetes.io/pod-index': String(ordinal) }
  const metadata = { labels, ...owned('StatefulSet', 'db') }
  return pod(`db-${ordinal}`, '1', nodeName, metadata, { volumes: claims })
}
const nodes = [node('a'), node('b'), node('c', '2')]
const pods = [
  web('x', 'a'),
  web('y', 'a'),
  web('z', 'b'),
  pod('agent-a', '100m', 'a', owned('DaemonSet', 'agent')),
  pod('agent-b', '100m', 'b', owned('DaemonSet', 'agent')),
  pod('bare', '500m', 'b'),
]
const snapshot = { nodes, pods }
const asked = pod('new', '1')

/** What was decided, but for what tells of the request itself. */
function told({ decisions }: z.output<typeof DecisionResponse>) {
  return decisions
}

const SAME: readonly { what: string; edits: readonly object[]; by: object }[] = [
  {
    what: 'cordon',
    edits: [{ op: 'cordon', node: 'a' }],
    by: {
      nodes: [
        node('a', '4', {
          unschedulable: true,
          taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
        }),
        ...nodes.slice(1),
      ],
      pods,
    },
  },
  {
    what: 'cordon and uncordon',
    edits: [
      { op: 'cordon', node: 'a' },
      { op: 'uncordon', node: 'a' },
    ],
    by: snapshot,
  },
  {
    what: 'taint',
    edits: [{ op: 'taint', node: 'b', key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
    by: {
      nodes: [
        nodes[0],
        node('b', '4', { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }),
        nodes[2],
      ],
      pods,
    },
  },
  {
    what: 'taint twice, the second value counts, and untaint',
    edits: [
      { op: 'taint', node: 'b', key: 'gpu', value: 'yes', effect: 'NoSchedule' },
      { op: 'taint', node: 'b', key: 'gpu', value: 'no', effect: 'NoSchedule' },
      { op: 'untaint', node: 'b', key: 'gpu' },
    ],
    by: snapshot,
  },
  {
    what: 'label and unlabel',
    edits: [{ op: 'label', node: 'c', labels: { disk: 'ssd', zone: null, constructor: 'x' } }],
    by: {
      nodes: [
        ...nodes.slice(0, 2),
        {
          ...node('c', '2'),
          metadata: {
            name: 'c',
            labels: { 'kubernetes.io/hostname': 'c', disk: 'ssd', constructor: 'x' },
          },
        },
      ],
      pods,
    },
  },
  {
    what: 'deletePod',
    edits: [{ op: 'deletePod', namespace: 'shop', name: 'bare' }],
    by: { nodes, pods: pods.slice(0, 5) },
  },
  {
    what: 'addNode',
    edits: [{ op: 'addNode', node: node('d', '16') }],
    by: { nodes: [...nodes, node('d', '16')], pods },
  },
  {
    what: 'addNode like one, with the pods that its DaemonSets run there',
    edits: [{ op: 'addNode', like: 'b', count: 2 }],
    by: {
      nodes: [...nodes, node('b-new-1'), node('b-new-2')],
      pods: [...pods, pod('x', '100m', 'b-new-1'), pod('y', '100m', 'b-new-2')],
    },
  },
  {
    what: 'put and remove',
    edits: [
      { op: 'put', object: { kind: 'Node', ...node('c', '32') } },
      { op: 'remove', kind: 'Pod', namespace: 'shop', name: 'bare' },
    ],
    by: { nodes: [...nodes.slice(0, 2), node('c', '32')], pods: pods.slice(0, 5) },
  },
  {
    what: 'patch',
    edits: [
      {
        op: 'patch',
        kind: 'Node',
        name: 'c',
        patch: [
          { op: 'test', path: '/status/allocatable/cpu', value: '2' },
          { op: 'replace', path: '/status/allocatable/cpu', value: '64' },
          { op: 'copy', from: '/status/allocatable/memory', path: '/status/allocatable/storage' },
          {
            op: 'move',
            from: '/status/allocatable/storage',
            path: '/status/allocatable/hugepages-2Mi',
          },
          { op: 'add', path: '/spec/taints', value: [] },
          { op: 'add', path: '/spec/taints/-', value: { key: 'k', effect: 'NoSchedule' } },
          { op: 'remove', path: '/metadata/labels/zone' },
        ],
      },
    ],
    by: {
      nodes: [
        ...nodes.slice(0, 2),
        {
          metadata: { name: 'c', labels: { 'kubernetes.io/hostname': 'c' } },
          spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] },
          status: {
            allocatable: { cpu: '64', memory: '8Gi', pods: '110', 'hugepages-2Mi': '8Gi' },
          },
        },
      ],
      pods,
    },
  },
  {
    what: 'scale down: of those doubled up on a node first',
    edits: [{ op: 'scale', kind: 'Deployment', namespace: 'shop', name: 'web', replicas: 2 }],
    by: { nodes, pods: pods.slice(1) },
  },
  {
    what: 'scale to none',
    edits: [{ op: 'scale', kind: 'ReplicaSet', namespace: 'shop', name: 'web-7f9', replicas: 0 }],
    by: { nodes, pods: pods.slice(3) },
  },
]

describe('edits', () => {
  it.each(SAME)('$what: as if the snapshot had been edited by hand', async ({ edits, by }) => {
    const edited = await decide({ snapshot, pods: [asked], edits })
    expect(told(edited)).toEqual(told(await decide({ snapshot: by, pods: [asked] })))
  })

  it.each(SAME)('$what: the same of a snapshot that is kept by name', async ({ edits, by }) => {
    const put = await client.request('/v1/snapshots/edited', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(snapshot),
    })
    expect([200, 201]).toContain(put.status)
    const named = { snapshot: { name: 'edited' }, pods: [asked] }
    const before = told(await decide(named))
    expect(told(await decide({ ...named, edits }))).toEqual(
      told(await decide({ snapshot: by, pods: [asked] })),
    )
    expect(told(await decide(named))).toEqual(before)
  })

  it('makes the pods of a removed node pending again, but for those that go with it', async () => {
    const edits = [{ op: 'removeNode', node: 'a' }]
    const { decisions, input } = await decide({ snapshot, pods: [asked], edits })
    expect(decisions.map((one) => one.pod.name)).toEqual(['web-7f9-x', 'web-7f9-y', 'new'])
    expect(decisions.every(({ outcome, node: to }) => outcome === 'scheduled' && to !== 'a')).toBe(
      true,
    )
    expect(input.nodes).toBe(2)
    expect(input.edited).toEqual({
      pendingAgain: [
        { namespace: 'shop', name: 'web-7f9-x', node: 'a' },
        { namespace: 'shop', name: 'web-7f9-y', node: 'a' },
      ],
      created: [],
      deleted: [{ namespace: 'shop', name: 'agent-a' }],
    })
    expect(input.notEvaluated.map(({ what }) => what)).toEqual(['services', 'replicaSets'])
  })

  it('drives pods off by a NoExecute taint that they do not tolerate', async () => {
    const tolerant = pod('tolerant', '1', 'b', {}, { tolerations: [{ operator: 'Exists' }] })
    const edits = [{ op: 'taint', node: 'b', key: 'gone', effect: 'NoExecute' }]
    const { decisions, input } = await decide({
      snapshot: { nodes, pods: [...pods, tolerant] },
      edits,
    })
    expect(decisions.map((one) => one.pod.name)).toEqual(['web-7f9-z', 'bare'])
    expect(decisions.every(({ node: to }) => to !== 'b')).toBe(true)
    expect(input.edited?.deleted).toEqual([{ namespace: 'shop', name: 'agent-b' }])
  })

  it('scales up with pods like the youngest, decided after all others', async () => {
    const edits = [{ op: 'scale', kind: 'Deployment', namespace: 'shop', name: 'web', replicas: 5 }]
    const { decisions, input } = await decide({ snapshot, pods: [asked], edits })
    const names = ['web-7f9-bbbbb', 'web-7f9-bbbbc']
    expect(decisions.map((one) => one.pod.name)).toEqual(['new', ...names])
    expect(input.edited?.created).toEqual(names.map((name) => ({ namespace: 'shop', name })))
  })

  const scaleWeb = (replicas: number) => ({
    op: 'scale',
    kind: 'Deployment',
    namespace: 'shop',
    name: 'web',
    replicas,
  })
  const two = { nodes, pods: [web('x', 'a'), web('y', 'b')] }
  const created = { namespace: 'shop', name: 'web-7f9-bbbbb' }

  it.each([
    { replicas: [3, 2, 3], edited: { created: [created], deleted: [] } },
    { replicas: [3, 2, 3, 3], edited: { created: [created], deleted: [] } },
    { replicas: [3, 2, 3, 2], edited: { created: [], deleted: [] } },
  ])('scales up and down and up again: $replicas', async ({ replicas, edited }) => {
    const { input } = await decide({ snapshot: two, edits: replicas.map(scaleWeb) })
    expect(input.edited).toMatchObject(edited)
  })

  it('scales with pods that edits have put before, and with those alone that are still of it', async () => {
    const put = (object: object) => ({ op: 'put', object: { kind: 'Pod', ...object } })
    const more = [scaleWeb(2), put(web('z', 'b')), scaleWeb(2)]
    const { input } = await decide({ snapshot: two, edits: more })
    expect(input.edited?.deleted).toHaveLength(1)
    const orphan = put(pod('web-7f9-y', '1', 'b'))
    const fewer = await decide({ snapshot: two, edits: [scaleWeb(2), orphan, scaleWeb(2)] })
    expect(fewer.input.edited).toMatchObject({ created: [created], deleted: [] })
  })

  it('scales a StatefulSet by ordinals, with claims of their own', async () => {
    const claim = {
      metadata: { name: 'data-db-3', namespace: 'shop' },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'slow', volumeName: 'pv-3' },
      status: { phase: 'Bound' },
    }
    const storage = {
      persistentVolumeClaims: [claim],
      persistentVolumes: [],
      storageClasses: [
        { metadata: { name: 'slow' }, provisioner: 'x', volumeBindingMode: 'WaitForFirstConsumer' },
      ],
    }
    const sets = { nodes, pods: [db(2, 'a'), db(3, 'a')], ...storage }
    const scale = (replicas: number) => [
      { op: 'scale', kind: 'StatefulSet', namespace: 'shop', name: 'db', replicas },
    ]
    const up = await decide({ snapshot: sets, edits: scale(3) })
    expect(up.decisions.map(({ pod: { name }, outcome }) => [name, outcome])).toEqual([
      ['db-4', 'scheduled'],
    ])
    const down = await decide({ snapshot: sets, edits: scale(1) })
    expect(down.input.edited?.deleted).toEqual([{ namespace: 'shop', name: 'db-3' }])
  })

  it('edits pods of the request and of manifests as well', async () => {
    const patch = [
      { op: 'add', path: '/spec/nodeSelector', value: { 'kubernetes.io/hostname': 'c' } },
    ]
    const name = { namespace: 'shop', name: 'new' }
    const edits = [{ op: 'patch', kind: 'Pod', ...name, patch }]
    const { decisions } = await decide({ snapshot, pods: [asked], edits })
    expect(decisions.map((one) => one.node)).toEqual(['c'])
    const manifests = [{ kind: 'Pod', ...asked }]
    const made = await decide({ snapshot, manifests, edits })
    expect(made.decisions.map((one) => one.node)).toEqual(['c'])
  })

  it('starts the pods of DaemonSets of manifests on nodes that edits add', async () => {
    const template = { metadata: {}, spec: asked.spec }
    const set = { kind: 'DaemonSet', metadata: { name: 'log' }, spec: { template } }
    const edits = [
      { op: 'removeNode', node: 'c' },
      { op: 'addNode', node: node('d') },
    ]
    const { decisions } = await decide({ snapshot, manifests: [set], edits })
    expect(decisions.map((one) => one.node)).toEqual(['a', 'b', 'd'])
  })
})

describe('edits of one side of a comparison', () => {
  it('say where the pods of a removed node went', async () => {
    const { differences, summary, b } = await compare({
      snapshot,
      a: {},
      b: { edits: [{ op: 'removeNode', node: 'a' }] },
    })
    expect(summary).toMatchObject({ pods: 2, equal: 0, moved: 2, lost: 0 })
    expect(differences.map((one) => [one.pod.name, one.a?.node, one.a?.outcome])).toEqual([
      ['web-7f9-x', 'a', 'alreadyAssigned'],
      ['web-7f9-y', 'a', 'alreadyAssigned'],
    ])
    expect(differences.every((one) => one.b?.outcome === 'scheduled')).toBe(true)
    expect(b.input.edited?.deleted).toEqual([{ namespace: 'shop', name: 'agent-a' }])
  })

  it('say it of pods that the request lists, too: one that has no place is lost', async () => {
    const running = pods.slice(0, 3)
    const edits = ['a', 'b'].map((name) => ({ op: 'removeNode', node: name }))
    const { summary } = await compare({ snapshot, pods: running, a: {}, b: { edits } })
    // And the pod that belongs to nobody; node c has room for two cpus.
    expect(summary).toMatchObject({ pods: 4, equal: 0, moved: 2, lost: 2 })
  })

  it('tell of pods that only one side has', async () => {
    const scale = (replicas: number) => ({
      edits: [{ op: 'scale', kind: 'Deployment', namespace: 'shop', name: 'web', replicas }],
    })
    const { differences, summary } = await compare({
      snapshot,
      pods: [asked, web('x', 'a')],
      a: scale(4),
      b: scale(2),
    })
    expect(summary).toMatchObject({ onlyInA: 2, onlyInB: 0 })
    const alone = differences.filter((one) => one.b === null)
    expect(alone.map((one) => one.pod.name)).toEqual(['web-7f9-x', 'web-7f9-bbbbb'])
  })

  it('go on top of a patch of the same side', async () => {
    const patch = { put: { nodes: [node('d')] } }
    const edits = [{ op: 'cordon', node: 'd' }]
    const { b } = await compare({ snapshot, pods: [asked], a: {}, b: { patch, edits } })
    expect(b.input.nodes).toBe(4)
  })
})

describe('edits before explanations and capacity', () => {
  it('explain a pod on the cluster after them', async () => {
    const edits = [
      { op: 'removeNode', node: 'a' },
      { op: 'cordon', node: 'b' },
    ]
    const response = await post('/v1/explanations', { snapshot, pod: pod('new', '2'), edits })
    const answer = ExplanationResponse.parse(await response.json())
    const { decision, input, dominantCause } = answer
    expect(decision).toMatchObject({ outcome: 'unschedulable' })
    // The displaced pods have taken the room of node c before.
    expect(input.edited?.pendingAgain).toMatchObject([{ to: 'c' }, { to: 'c' }])
    expect(dominantCause).not.toBeNull()
  })

  it('explain a pod that runs as if its room were free', async () => {
    const big = pod('big', '3', 'a')
    const full = { nodes: [node('a'), node('b', '2')], pods: [big] }
    const edits = [{ op: 'cordon', node: 'a' }]
    const response = await post('/v1/explanations', { snapshot: full, pod: big, edits })
    const { wouldHelp } = ExplanationResponse.parse(await response.json())
    expect(wouldHelp).toContainEqual(
      expect.objectContaining({ changes: [{ op: 'uncordon', node: 'a' }], node: 'a' }),
    )
  })

  it('explain one of the pods that manifests make', async () => {
    const manifests = [asked, pod('other', '3')].map((one) => ({ kind: 'Pod', ...one }))
    const edits = [{ op: 'cordon', node: 'a' }]
    const explained = { snapshot, pod: asked, manifests }
    const response = await post('/v1/explanations', { ...explained, edits })
    const answer = ExplanationResponse.parse(await response.json())
    expect(answer.decision).toMatchObject({ pod: { name: 'new' }, outcome: 'scheduled' })
    const twice = { snapshot, pods: [asked], manifests, edits }
    expect(await issuesOf('/v1/decisions', twice)).toMatchObject([
      { pointer: '/manifests/0', code: 'duplicate-object' },
    ])
  })

  it('count what fits after pods that lost their node have theirs', async () => {
    const mix = [{ pod: asked }]
    const edits = [{ op: 'removeNode', node: 'a' }]
    const fitsOf = async (request: object) => {
      const response = await post('/v1/capacity', request)
      return CapacityResponse.parse(await response.json()).fits
    }
    expect(await fitsOf({ snapshot, mix })).toBe(5)
    expect(await fitsOf({ snapshot, mix, edits })).toBe(2)
    expect(await fitsOf({ snapshot, manifests: [{ kind: 'Pod', ...asked }], edits })).toBe(2)
  })
})

const name300 = 'x'.repeat(300)
const WRONG: readonly { what: string; edit: object; pointer: string; message: RegExp }[] = [
  ...['cordon', 'uncordon', 'removeNode'].map((op) => ({
    what: `${op} of no node`,
    edit: { op, node: 'none' },
    pointer: '/edits/0/node',
    message: /there is no node "none"/,
  })),
  {
    what: 'untaint of what is not tainted',
    edit: { op: 'untaint', node: 'a', key: 'gpu', effect: 'NoExecute' },
    pointer: '/edits/0/key',
    message: /no taint "gpu:NoExecute"/,
  },
  {
    what: 'unlabel of what is not labelled',
    edit: { op: 'label', node: 'a', labels: { toString: null } },
    pointer: '/edits/0/labels/toString',
    message: /no label "toString"/,
  },
  {
    what: 'a label in letters that labels do not have',
    edit: { op: 'label', node: 'a', labels: { zone: 'Zürich' } },
    pointer: '/edits/0/labels/zone',
    message: /expected letters/,
  },
  {
    what: 'deletePod of no pod',
    edit: { op: 'deletePod', name: 'bare' },
    pointer: '/edits/0/name',
    message: /there is no Pod bare/,
  },
  {
    what: 'deletePod of the pod to decide',
    edit: { op: 'deletePod', namespace: 'shop', name: 'new' },
    pointer: '/edits/0/name',
    message: /to be decided/,
  },
  {
    what: 'scale of what has no pods',
    edit: { op: 'scale', kind: 'Deployment', name: 'web', replicas: 1 },
    pointer: '/edits/0/name',
    message: /no pod of Deployment default\/web/,
  },
  {
    what: 'addNode of one that is there',
    edit: { op: 'addNode', node: node('a') },
    pointer: '/edits/0/node',
    message: /already/,
  },
  {
    what: 'addNode like none',
    edit: { op: 'addNode', like: 'none' },
    pointer: '/edits/0/like',
    message: /there is no node "none"/,
  },
  {
    what: 'addNode of nothing',
    edit: { op: 'addNode' },
    pointer: '/edits/0',
    message: /exactly one/,
  },
  {
    what: 'a node with a bad quantity',
    edit: { op: 'addNode', node: node('d', '1x') },
    pointer: '/edits/0/node/status/allocatable/cpu',
    message: /1x/,
  },
  {
    what: 'put of an unknown kind',
    edit: { op: 'put', object: { kind: 'Rollout', metadata: { name: 'r' } } },
    pointer: '/edits/0/object/kind',
    message: /"Rollout" is not a kind/,
  },
  {
    what: 'remove of what is not there',
    edit: { op: 'remove', kind: 'StorageClass', name: 's' },
    pointer: '/edits/0/name',
    message: /there is no StorageClass s/,
  },
  {
    what: 'a name that is too long',
    edit: { op: 'cordon', node: name300 },
    pointer: '/edits/0/node',
    message: /at most 253/,
  },
  {
    what: 'an unknown operation',
    edit: { op: 'explode', node: 'a' },
    pointer: '/edits/0/op',
    message: /./,
  },
  {
    what: 'a member that the operation has not',
    edit: { op: 'cordon', node: 'a', force: true },
    pointer: '/edits/0/force',
    message: /unknown field/,
  },
]

const patchOf = (...patch: object[]) => ({ op: 'patch', kind: 'Node', name: 'a', patch })
const WRONG_PATCHES: readonly { edit: object; pointer: string; message: RegExp }[] = [
  {
    edit: patchOf({ op: 'replace', path: '/spec/nope', value: 1 }),
    pointer: '/edits/0/patch/0/path',
    message: /no such value/,
  },
  {
    edit: patchOf({ op: 'remove', path: '/metadata/labels/hasOwnProperty' }),
    pointer: '/edits/0/patch/0/path',
    message: /no such value/,
  },
  {
    edit: patchOf({ op: 'add', path: '/__proto__/polluted', value: 1 }),
    pointer: '/edits/0/patch/0/path',
    message: /no place/,
  },
  {
    edit: patchOf({ op: 'copy', from: '/constructor/prototype', path: '/spec/x' }),
    pointer: '/edits/0/patch/0/from',
    message: /no such value/,
  },
  {
    edit: patchOf({ op: 'test', path: '/metadata/name', value: 'b' }),
    pointer: '/edits/0/patch/0/value',
    message: /another one/,
  },
  {
    edit: patchOf({ op: 'move', from: '/metadata', path: '/metadata/labels/x' }),
    pointer: '/edits/0/patch/0/path',
    message: /into itself/,
  },
  {
    edit: patchOf({ op: 'replace', path: '/metadata/name', value: 'd' }),
    pointer: '/edits/0/patch',
    message: /keep its name/,
  },
  {
    edit: patchOf({ op: 'replace', path: '', value: null }),
    pointer: '/edits/0/patch',
    message: /keep its name/,
  },
  {
    edit: patchOf({ op: 'add', path: 'spec', value: 1 }),
    pointer: '/edits/0/patch/0/path',
    message: /RFC 6901/,
  },
  {
    edit: patchOf(
      { op: 'add', path: '/spec/x', value: [1, 2, 3, 4, 5, 6, 7, 8] },
      ...Array.from({ length: 40 }, () => ({ op: 'copy', from: '/spec/x', path: '/spec/x/-' })),
    ),
    pointer: '/edits/0/patch/11/from',
    message: /copies more than 10000 values/,
  },
  {
    edit: patchOf({ op: 'add', path: `${'/x'.repeat(80)}`, value: 1 }),
    pointer: '/edits/0/patch/0/path',
    message: /more than 64/,
  },
]

const tolerations = [{ operator: 'Exists' }]

describe('edits that cannot be', () => {
  it.each(WRONG)('$what', async ({ edit, pointer, message }) => {
    const issues = await issuesOf('/v1/decisions', { snapshot, pods: [asked], edits: [edit] })
    expect(issues.map((one) => one.pointer)).toContain(pointer)
    expect(issues.find((one) => one.pointer === pointer)?.message).toMatch(message)
  })

  it.each(WRONG_PATCHES)('a patch: $message', async ({ edit, pointer, message }) => {
    const issues = await issuesOf('/v1/decisions', { snapshot, pods: [asked], edits: [edit] })
    expect(issues).toMatchObject([{ pointer, message: expect.stringMatching(message) }])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('are told by their side of a comparison', async () => {
    const wrong = { edits: [{ op: 'cordon', node: 'none' }] }
    const issues = await issuesOf('/v1/comparisons', { snapshot, pods: [asked], a: {}, b: wrong })
    expect(issues.map((one) => one.pointer)).toEqual(['/b/edits/0/node'])
  })

  it.each([
    { what: 'a hundred thousand', edits: Array(100_000).fill({ op: 'cordon', node: 'a' }) },
    {
      what: 'more nodes than may be',
      edits: Array(20).fill({ op: 'addNode', like: 'a', count: 1000 }),
    },
    {
      what: 'more pods than may be',
      edits: [
        { op: 'scale', kind: 'Deployment', namespace: 'shop', name: 'web', replicas: 20_000 },
      ],
    },
    {
      what: 'pods of DaemonSets on new nodes',
      edits: [
        ...Array.from({ length: 60 }, (_, index) => ({
          op: 'put',
          object: { kind: 'Pod', ...pod(`d-${index}`, '0', 'a', owned('DaemonSet', `d-${index}`)) },
        })),
        ...Array(4).fill({ op: 'addNode', like: 'a', count: 1000 }),
      ],
    },
    {
      what: 'pods that taints do not drive away',
      edits: [
        ...Array.from({ length: 60 }, (_, index) => ({
          op: 'put',
          object: { kind: 'Pod', ...pod(`t-${index}`, '0', 'c', {}, { tolerations }) },
        })),
        ...Array(4000).fill({ op: 'taint', node: 'c', key: 'k', effect: 'NoExecute' }),
      ],
    },
    {
      what: 'more operations than may be',
      edits: Array(11).fill(
        patchOf(...Array(1000).fill({ op: 'test', path: '/metadata/name', value: 'a' })),
      ),
    },
  ])('are too many: $what', async ({ edits }) => {
    const some = ['p', 'q', 'r', 's'].map((name) => pod(name, '1'))
    const issues = await issuesOf('/v1/decisions', { snapshot, pods: some, edits })
    expect(issues).toHaveLength(1)
  })

  it('count nodes that are gone no more, and those that are there once', async () => {
    const small = makeClient({ limits: { nodes: nodes.length + 1 } })
    const add = { op: 'addNode', like: 'a' }
    const put = { op: 'put', object: { kind: 'Node', ...node('d') } }
    const statusOf = async (...edits: object[]) =>
      (await small.decide({ snapshot, pods: [asked], edits })).status
    expect(await statusOf(add, { op: 'removeNode', node: 'a-new-1' }, add)).toBe(200)
    expect(await statusOf(put, put, { op: 'remove', kind: 'Node', name: 'd' }, add)).toBe(200)
    expect(await statusOf(add, add)).toBe(413)
    expect(await statusOf(put, add)).toBe(413)
  })

  it('records no preemption of an edited cluster', async () => {
    const request = { snapshot, pods: [asked], edits: [], cluster: 'prod' }
    const options = { audit: 'required' }
    const edits = [{ op: 'cordon', node: 'a' }]
    const issues = await issuesOf('/v1/decisions', { ...request, edits, options })
    expect(issues).toMatchObject([{ pointer: '/options/audit' }])
  })
})

describe('names of members that all objects have', () => {
  it('are names like all others', async () => {
    const edits = JSON.parse(
      '[{"op":"label","node":"a","labels":{"__proto__":"x"}},' +
        '{"op":"put","object":{"kind":"Node","metadata":{"name":"__proto__"},"__proto__":{"x":1}}},' +
        '{"op":"cordon","node":"__proto__"}]',
    )
    const { input } = await decide({ snapshot, pods: [asked], edits })
    expect(input.nodes).toBe(4)
    expect(Object.prototype).not.toHaveProperty('x')
  })
})

describe('no edits', () => {
  it('are none', async () => {
    const { input, decisions } = await decide({ snapshot, pods: [asked], edits: [] })
    expect(decisions).toHaveLength(1)
    expect(input.edited).toEqual({ pendingAgain: [], created: [], deleted: [] })
    expect((await decide({ snapshot, edits: [] })).decisions).toEqual([])
  })
})
