import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { scoresBy } from '../../support/verdicts.ts'

const MIB = 1024 * 1024

function withImage(name: string, sizeMib: number, ...names: string[]) {
  return makeNode(name, { images: [{ names, sizeBytes: sizeMib * MIB }] })
}

function score(nodes: ReturnType<typeof makeNode>[], image: string, node: string) {
  return scoresBy(decideOne({ nodes }, makePod('p', { image })), 'ImageLocality')[node]
}

describe('score of one container', () => {
  const other = makeNode('other')

  it.each([
    // Half of the nodes have it, so half of its bytes count, from 23 MiB to 1000 MiB.
    { name: 'half the bytes of an image on half the nodes', sizeMib: 1023, want: 50 },
    { name: 'nothing up to 23 MiB', sizeMib: 46, want: 0 },
    { name: 'at most 1000 MiB', sizeMib: 9000, want: 100 },
  ])('$name', ({ sizeMib, want }) => {
    expect(score([withImage('has', sizeMib, 'app:1'), other], 'app:1', 'has')).toBe(want)
  })

  it('is 0 on nodes without the image', () => {
    expect(score([withImage('has', 500, 'app:1'), other], 'app:1', 'other')).toBe(0)
  })
})

it.each([
  {
    name: 'no tag means latest',
    image: 'registry.example:5000/app',
    listed: 'registry.example:5000/app:latest',
    want: 100,
  },
  { name: 'a tag must be the same', image: 'app:1', listed: 'app:2', want: 0 },
  { name: 'any of the names counts', image: 'app@sha256:aa', listed: 'app@sha256:aa', want: 100 },
])('$name', ({ image, listed, want }) => {
  const nodes = ['a', 'b'].map((name) => withImage(name, 1000, 'alias:1', listed))
  expect(score(nodes, image, 'a')).toBe(want)
})

it('takes the size of the first node that reported the image for all', () => {
  const nodes = [withImage('first', 1000, 'app:1'), withImage('second', 100, 'app:1')]
  expect(score(nodes, 'app:1', 'second')).toBe(100)
})

it('spreads the highest sum over all containers, and counts init containers among them', () => {
  const nodes = ['a', 'b'].map((name) => withImage(name, 1000, 'app:1'))
  const spec = { initContainers: [{ name: 'init', image: 'absent:1' }] }
  const decision = decideOne({ nodes }, makePod('p', { image: 'app:1', spec }))
  // 100 * (1000 - 23) / (2000 - 23), truncated
  expect(scoresBy(decision, 'ImageLocality')).toEqual({ a: 49, b: 49 })
})

it.each([
  { profile: 'kubernetes-1.35', treats: 'ignores them', want: 48 },
  { profile: 'kubernetes-1.36', treats: 'adds their bytes alone', want: 100 },
  { profile: 'kubernetes-1.37', treats: 'takes them for containers', want: 49 },
])('of image volumes: $profile $treats', ({ profile, want }) => {
  const images = ['app:1', 'data:1'].map((name) => ({ names: [name], sizeBytes: 500 * MIB }))
  const nodes = ['a', 'b'].map((name) => makeNode(name, { images }))
  const spec = { volumes: [{ name: 'data', image: { reference: 'data:1' } }] }
  const decision = decideOne({ nodes }, makePod('p', { image: 'app:1', spec }), { profile })
  expect(scoresBy(decision, 'ImageLocality')).toEqual({ a: want, b: want })
})
