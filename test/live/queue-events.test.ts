import { describe, expect, it } from 'vitest'
import { QueueEvents } from '../../src/live/queue-events.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const WAITING = makePod('p')
const RUNNING = makePod('p', { node: 'a', requests: { cpu: '2' } })
const LABELLED = makePod('p', { node: 'a', requests: { cpu: '2' }, labels: { app: 'x' } })
const SMALLER = makePod('p', { node: 'a', requests: { cpu: '1' } })
const STARTED = makePod('p', {
  node: 'a',
  requests: { cpu: '2' },
  startTime: '2026-01-01T00:00:00Z',
})
const FINISHED = makePod('p', { node: 'a', status: { phase: 'Succeeded' } })

describe('what happens to pods, for those that wait', () => {
  it.each([
    ['one that comes to wait', [['ADDED', WAITING]], []],
    [
      'one that gets a node',
      [
        ['ADDED', WAITING],
        ['MODIFIED', RUNNING],
      ],
      ['Add'],
    ],
    [
      'one that starts',
      [
        ['ADDED', RUNNING],
        ['MODIFIED', STARTED],
      ],
      [],
    ],
    [
      'one whose labels change',
      [
        ['ADDED', RUNNING],
        ['MODIFIED', LABELLED],
      ],
      ['UpdatePodLabel'],
    ],
    [
      'one that asks for less',
      [
        ['ADDED', RUNNING],
        ['MODIFIED', SMALLER],
      ],
      ['UpdatePodScaleDown'],
    ],
    [
      'one that ends',
      [
        ['ADDED', RUNNING],
        ['MODIFIED', FINISHED],
      ],
      ['Delete'],
    ],
    [
      'one that is deleted after its end',
      [
        ['ADDED', RUNNING],
        ['MODIFIED', FINISHED],
        ['DELETED', FINISHED],
      ],
      [],
    ],
    [
      'one that is deleted',
      [
        ['ADDED', RUNNING],
        ['DELETED', RUNNING],
      ],
      ['Delete'],
    ],
    [
      'one that never ran',
      [
        ['ADDED', WAITING],
        ['DELETED', WAITING],
      ],
      [],
    ],
  ] as const)('%s', (_, changes, expected) => {
    const events = new QueueEvents()
    const told = changes.map(([type, pod]) => events.of('pods', type, pod))
    expect(told.at(-1)).toEqual(expected.map((action) => ({ resource: 'AssignedPod', action })))
  })

  it('a node that changes may have changed in all that plugins look at', () => {
    const events = new QueueEvents()
    const node = makeNode('a')
    expect(events.of('nodes', 'ADDED', node)).toEqual([{ resource: 'Node', action: 'Add' }])
    expect(events.of('nodes', 'MODIFIED', node).map(({ action }) => action)).toContain(
      'UpdateNodeTaint',
    )
  })

  it('other objects are told of by their kind', () => {
    expect(new QueueEvents().of('persistentVolumeClaims', 'MODIFIED', {})).toEqual([
      { resource: 'PersistentVolumeClaim', action: 'Update' },
    ])
  })
})
