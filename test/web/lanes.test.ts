import { describe, expect, it } from 'vitest'
import { lanesOf } from '../../src/web/lanes.ts'

const POD = {
  priority: 0,
  state: 'running',
  node: 'a',
  createdAt: 0,
  scheduledAt: 0,
  endedAt: null,
  message: null,
} as const

function named(name: string, attempts: number) {
  return { ...POD, pod: { namespace: 'shop', name }, attempts }
}

describe('the lanes of a simulation', () => {
  it('show a pod that came and was placed at once, and leave out one that ran before', () => {
    const [row, ...others] = lanesOf([named('before', 0), named('new', 1)], 60)
    expect(others).toEqual([])
    expect(row).toMatchObject({ name: 'a', lanes: 1 })
    expect(row?.stretches.map(({ pod, from, to }) => [pod, from, to])).toEqual([
      ['shop/new', 0, 60],
    ])
  })
})
