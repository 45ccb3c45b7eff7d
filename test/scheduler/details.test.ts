import { describe, expect, it } from 'vitest'
import { answer, makeNode, makePod } from './classic/classic.ts'

type Json = Record<string, unknown>

const ZONE = 'failure-domain.beta.kubernetes.io/zone'
const PROFILES = ['kubernetes-1.37', 'classic-1.10', 'classic-1.11', 'classic-1.12']

/** What a profile tells of the node that it rejects. */
async function detailsOf(profile: string, one: Json & { nodes: Json[]; pods: Json[] }) {
  const { decisions } = await answer({ ...one, profile: profile as 'classic-1.12' })
  const [rejected] = decisions[0]?.filter?.rejected ?? []
  return { reasons: rejected?.reasons, details: rejected?.details ?? [] }
}

const disk = { gcePersistentDisk: { pdName: 'd', readOnly: false }, name: 'v' }
const port = [{ image: 'a', name: 'm', ports: [{ containerPort: 1, hostPort: 80 }] }]
const claimed = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }
const bound = {
  persistentVolumeClaims: [
    {
      metadata: {
        name: 'c',
        namespace: 'default',
        annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
      },
      spec: { volumeName: 'v', accessModes: ['ReadWriteOnce'] },
    },
  ],
  storageClasses: [],
}

describe('the same fact is told in the same words by every release', () => {
  it.each([
    {
      fact: 'a shortage',
      nodes: [makeNode('n', { allocatable: { cpu: '1', pods: '10' } })],
      pods: [makePod('p', { requests: { cpu: '2' } })],
      kind: 'resource',
    },
    {
      fact: 'a taint',
      nodes: [makeNode('n', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } })],
      pods: [makePod('p')],
      kind: 'taint',
    },
    {
      fact: 'a nodeSelector',
      nodes: [makeNode('n', { labels: { a: 'c' } })],
      pods: [makePod('p', { nodeSelector: { a: 'b' } })],
      kind: 'nodeSelector',
    },
    {
      fact: 'a host port',
      nodes: [makeNode('n')],
      running: [makePod('r', { nodeName: 'n', containers: port })],
      pods: [makePod('p', { containers: port })],
      kind: 'hostPort',
    },
    {
      fact: 'a disk in use',
      nodes: [makeNode('n')],
      running: [makePod('r', { nodeName: 'n', volumes: [disk] })],
      pods: [makePod('p', { volumes: [disk] })],
      kind: 'disk',
    },
    {
      fact: 'a volume of another zone',
      nodes: [makeNode('n', { labels: { [ZONE]: 'z1' } })],
      pods: [makePod('p', claimed)],
      snapshot: { ...bound, persistentVolumes: [volume({ labels: { [ZONE]: 'z2' } })] },
      kind: 'volumeZone',
    },
  ])('$fact', async ({ fact: _, kind, ...one }) => {
    const told = await Promise.all(PROFILES.map((profile) => detailsOf(profile, one)))
    const [first, ...others] = told.map(({ details }) =>
      // Which of several reasons it is behind is in the words of the release.
      details.map(({ reason: _reason, ...detail }) => detail),
    )
    expect(first).toMatchObject([{ kind }])
    for (const other of others) expect(other).toEqual(first)
  })

  it('a volume that the node cannot reach', async () => {
    const required = {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'rack', operator: 'In', values: ['r1'] }] }],
    }
    const one = {
      nodes: [makeNode('n')],
      pods: [makePod('p', claimed)],
      snapshot: { ...bound, persistentVolumes: [volume({}, { nodeAffinity: { required } })] },
    }
    const [modern, classic] = await Promise.all(
      ['kubernetes-1.37', 'classic-1.12'].map((profile) => detailsOf(profile, one)),
    )
    const detail = {
      kind: 'boundVolume',
      claim: 'default/c',
      volume: 'v',
      nodeAffinity: [
        {
          matchExpressions: [{ key: 'rack', operator: 'In', values: ['r1'] }],
          matchFields: [],
        },
      ],
    }
    expect(modern?.details).toEqual([{ ...detail, reason: modern?.reasons?.[0] }])
    expect(classic?.details).toEqual([{ ...detail, reason: classic?.reasons?.[0] }])
  })

  it('a limit of volumes', async () => {
    const DRIVER = 'csi.example.com'
    const volumes = (name: string) => ({
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }],
    })
    const claim = (name: string) => ({
      ...bound.persistentVolumeClaims[0],
      metadata: { ...bound.persistentVolumeClaims[0]?.metadata, name },
      spec: { volumeName: name, accessModes: ['ReadWriteOnce'] },
    })
    const csi = (name: string) =>
      volume({ name }, { csi: { driver: DRIVER, volumeHandle: `handle-${name}` } })
    const room = { cpu: '1', pods: '9', [`attachable-volumes-csi-${DRIVER}`]: '1' }
    const one = {
      nodes: [makeNode('n', { allocatable: room })],
      running: [makePod('r', { nodeName: 'n', ...volumes('c1') })],
      pods: [makePod('p', volumes('c2'))],
      snapshot: {
        ...bound,
        persistentVolumeClaims: [claim('c1'), claim('c2')],
        persistentVolumes: [csi('c1'), csi('c2')],
        csiNodes: [
          {
            metadata: { name: 'n' },
            spec: { drivers: [{ name: DRIVER, nodeID: 'n', allocatable: { count: 1 } }] },
          },
        ],
      },
    }
    const policy = {
      kind: 'Policy',
      apiVersion: 'v1',
      predicates: [{ name: 'MaxCSIVolumeCountPred' }],
    }
    const modern = await detailsOf('kubernetes-1.37', one)
    const classic = await detailsOf('classic-1.12', { ...one, policy })
    expect(modern.details).toEqual([
      { kind: 'volumeLimit', driver: DRIVER, requested: 1, used: 1, limit: 1 },
    ])
    expect(classic.details).toEqual(modern.details)
  })
})

it('says which of several reasons a detail is behind', async () => {
  const one = {
    nodes: [makeNode('n', { allocatable: { cpu: '1', memory: '1', pods: '10' } })],
    pods: [makePod('p', { requests: { cpu: '2', memory: '2' }, nodeSelector: { a: 'b' } })],
  }
  const { reasons, details } = await detailsOf('classic-1.11', one)
  expect(reasons).toEqual([
    'Insufficient cpu',
    'Insufficient memory',
    "node(s) didn't match node selector",
  ])
  expect(details.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['resource', 'Insufficient cpu'],
    ['resource', 'Insufficient memory'],
    ['nodeSelector', "node(s) didn't match node selector"],
  ])
})

function volume(metadata: Json, spec: Json = {}): Json {
  return {
    metadata: { name: 'v', ...metadata },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
  }
}
