import { expect, it } from 'vitest'
import { zoneKey } from '../../src/snapshot/nodes/node-order.ts'
import { makeNode } from '../support/make-node.ts'
import { clusterOf } from '../support/read-objects.ts'

const ZONE = 'topology.kubernetes.io/zone'
const REGION = 'topology.kubernetes.io/region'
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone'

function order(nodes: readonly [name: string, zone?: string][]): readonly string[] {
  const list = nodes.map(([name, zone]) => makeNode(name, zone === undefined ? {} : { zone }))
  return clusterOf({ nodes: list }).nodes.names
}

it.each([
  { name: 'without zones as given', nodes: [['b'], ['a'], ['c']], want: ['b', 'a', 'c'] },
  {
    name: 'one of each zone in turn, zones as they first appear',
    nodes: [
      ['y1', 'y'],
      ['x1', 'x'],
      ['y2', 'y'],
      ['x2', 'x'],
    ],
    want: ['y1', 'x1', 'y2', 'x2'],
  },
  {
    name: 'the longer zones to the end',
    nodes: [
      ['x1', 'x'],
      ['x2', 'x'],
      ['x3', 'x'],
      ['y1', 'y'],
    ],
    want: ['x1', 'y1', 'x2', 'x3'],
  },
  {
    name: 'those without a zone as a zone of their own',
    nodes: [['a'], ['x1', 'x'], ['b'], ['x2', 'x']],
    want: ['a', 'x1', 'b', 'x2'],
  },
] satisfies { name: string; nodes: [string, string?][]; want: string[] }[])(
  'puts nodes $name',
  ({ nodes, want }) => {
    expect(order(nodes)).toEqual(want)
  },
)

it.each([
  {
    name: 'region and zone make a key together',
    labels: { [REGION]: 'r', [ZONE]: 'z' },
    want: 'r:\u0000:z',
  },
  { name: 'a zone alone will do', labels: { [ZONE]: 'z' }, want: ':\u0000:z' },
  {
    name: 'the old label counts first',
    labels: { [BETA_ZONE]: 'old', [ZONE]: 'new' },
    want: ':\u0000:old',
  },
  {
    name: 'an empty old label hides the new one',
    labels: { [BETA_ZONE]: '', [ZONE]: 'new' },
    want: '',
  },
  { name: 'no labels, no zone', labels: {}, want: '' },
])('$name', ({ labels, want }) => {
  expect(zoneKey(new Map(Object.entries(labels)))).toBe(want)
})

it('knows only the old labels in the classic releases', () => {
  expect(zoneKey(new Map([[ZONE, 'z']]), true)).toBe('')
  expect(zoneKey(new Map([[BETA_ZONE, 'z']]), true)).toBe(':\u0000:z')
})
