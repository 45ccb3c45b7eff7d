import { describe, expect, it } from 'vitest'
import { devicesReady } from '../../src/live/binding/devices-ready.ts'

const NAME = { driver: 'd', pool: 'p', device: 'gpu' }

function claim(result: object, conditions?: readonly object[]) {
  const devices = conditions === undefined ? [] : [{ ...NAME, conditions }]
  const allocation = { devices: { results: [{ ...NAME, ...result }] } }
  return { metadata: { name: 'c', namespace: 'default' }, status: { allocation, devices } }
}

const ATTACHED = { bindingConditions: ['Attached'], bindingFailureConditions: ['Broken'] }

describe('devices of a claim', () => {
  it.each([
    ['that ask for nothing are ready', claim({}), true],
    ['of which nothing is told are not', claim(ATTACHED), false],
    ['are not while a condition lacks', claim(ATTACHED, []), false],
    ['are not while it is False', claim(ATTACHED, [{ type: 'Attached', status: 'False' }]), false],
    ['are when all hold', claim(ATTACHED, [{ type: 'Attached', status: 'True' }]), true],
    [
      'that failed never will be',
      claim(ATTACHED, [{ type: 'Broken', status: 'True', reason: 'No', message: 'gone' }]),
      'device binding failed: claim=c, reason=No, message="gone"',
    ],
    ['that are not given are not', { metadata: { name: 'c' } }, false],
  ])('%s', (_, object, ready) => {
    expect(devicesReady(object)).toBe(ready)
  })
})
