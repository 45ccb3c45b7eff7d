import { describe, expect, it } from 'vitest'
import type { Edit } from '../../src/web/edits.ts'
import { describeEdit, readEdit, writeEdit } from '../../src/web/edits.ts'
import { type LinkState, readLink, writeLink } from '../../src/web/link.ts'

const EDITS: readonly Edit[] = [
  { op: 'lowerRequest', resource: 'cpu', container: 'app', from: '4', to: '1500m' },
  { op: 'addToleration', key: 'nvidia.com/gpu', value: 'a~b&c', effect: 'NoSchedule' },
  { op: 'removeNodeSelector', key: 'pool', value: 'gpu' },
  { op: 'relaxNodeAffinity' },
  { op: 'relaxPodAffinity', topologyKey: 'topology.kubernetes.io/zone' },
  { op: 'relaxPodAntiAffinity', topologyKey: 'kubernetes.io/hostname' },
  { op: 'relaxSpread', topologyKey: 'zone' },
  { op: 'removeHostPort', port: 9100 },
  { op: 'removeSchedulingGates' },
  { op: 'uncordon', node: 'a' },
  { op: 'untaint', node: 'a', key: 'k', effect: 'NoSchedule' },
  { op: 'label', node: 'a', key: 'k', value: '' },
  { op: 'deletePod', namespace: 'n', name: 'p', node: 'a' },
  { op: 'addNode', like: 'a' },
  { op: 'createClaim', namespace: 'n', name: 'c' },
  { op: 'dropDeviceSelectors', namespace: 'n', name: 'c', request: 'gpu/small' },
  { op: 'lowerDeviceCount', namespace: 'n', name: 'c', request: 'gpu', count: 1 },
  {
    op: 'tolerateDeviceTaint',
    namespace: 'n',
    name: 'c',
    request: 'gpu',
    key: 'k',
    value: '',
    effect: 'NoSchedule',
  },
  { op: 'dropDeviceConstraint', namespace: 'n', name: 'c', attribute: 'x.com/numa' },
  { op: 'freeClaim', namespace: 'n', name: 'c', pod: 'p' },
  { op: 'cordon', node: 'a' },
  { op: 'taint', node: 'a', key: 'k', value: 'v', effect: 'NoExecute' },
  { op: 'removeNode', node: 'a' },
  { op: 'setRequest', resource: 'memory', milli: 8_589_934_592_000 },
]

const STATE: LinkState = {
  pod: 'shop/web',
  profile: 'kubernetes-1.36',
  edits: EDITS,
  weights: { NodeResourcesFit: 5, ImageLocality: 0 },
  node: 'ip-10-0-0-1',
  colour: 'total',
  group: 'pool',
  beside: 'before',
  follow: 'prod',
  sha: '1f0c',
}

describe('a link', () => {
  it.each(EDITS)('carries and describes $op', (edit) => {
    expect(readEdit(writeEdit(edit))).toEqual(edit)
    expect(describeEdit(edit)).toMatch(/^[a-z]/)
  })

  it('brings the whole question back', () => {
    expect(readLink(writeLink(STATE))).toEqual(STATE)
  })

  const nonsense = [
    '',
    'cordon',
    'cordon~a~b',
    'toString',
    '__proto__~a',
    'removeHostPort~x',
    'setRequest~cpu~-1',
    'cordon~%E0%A4%A',
  ]
  it.each(nonsense)('leaves out what is no edit: %s', (text) => {
    expect(readEdit(text)).toBeNull()
  })

  it('of another version, or of none, says nothing', () => {
    expect(readLink('#v=2&pod=a/b')).toEqual({})
    expect(readLink('')).toEqual({})
  })

  it('is bounded', () => {
    const edits = Array.from({ length: 500 }, () => '&edit=cordon~a').join('')
    expect(readLink(`#v=1${edits}`).edits).toHaveLength(50)
  })
})
