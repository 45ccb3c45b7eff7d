import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appendLeaves,
  EMPTY_RANGE,
  rootOf,
  subtreeCount,
} from '../../../src/store/audit/merkle/compact-range.ts'
import { type Hash, hashText, leafHash } from '../../../src/store/audit/merkle/hash.ts'
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
} from '../../../src/store/audit/merkle/proof.ts'

/** The entries of Certificate Transparency's own tests (transparency-dev/merkle, testonly). */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes)
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => leafHash(new TextEncoder().encode(`entry ${at}`)))
const rangeOf = (leaves: readonly Hash[]) => appendLeaves(EMPTY_RANGE, leaves)
const subtreesOf = (leaves: readonly Hash[]) => async (level: number, index: number) =>
  rootOf(rangeOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)))

describe('a tree of records', () => {
  it('has the roots that Certificate Transparency gives to its own entries', () => {
    const roots = ENTRIES.map((_, at) => rootOf(rangeOf(ENTRIES.slice(0, at + 1).map(leafHash))))
    expect(roots.map(hashText)).toEqual(ROOTS.map((root) => `sha256:${root}`))
    expect(hashText(rootOf(EMPTY_RANGE))).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  it('keeps one hash for each bit of its size', () => {
    for (const size of [0, 1, 2, 3, 7, 8, 100, 255, 256]) {
      expect(rangeOf(leavesOf(size)).subtrees).toHaveLength(subtreeCount(size))
    }
  })

  it('proves each record to be in it, and no other', async () => {
    for (let size = 1; size <= 40; size++) {
      const leaves = leavesOf(size)
      const tree = { size, root: rootOf(rangeOf(leaves)) }
      for (const [index, leaf] of leaves.entries()) {
        const path = await inclusionProof(subtreesOf(leaves), index, size)
        expect(isIncluded(leaf, index, tree, path)).toBe(true)
        expect(isIncluded(leaf, (index + 1) % size, tree, path)).toBe(size === 1)
        expect(isIncluded(leafHash(leaf), index, tree, path)).toBe(false)
        expect(isIncluded(leaf, index, tree, [...path, leaf])).toBe(false)
      }
    }
  })

  it('proves that an older one is its beginning', async () => {
    for (let newer = 1; newer <= 40; newer++) {
      const leaves = leavesOf(newer)
      const newTree = { size: newer, root: rootOf(rangeOf(leaves)) }
      for (let older = 0; older <= newer; older++) {
        const oldTree = { size: older, root: rootOf(rangeOf(leaves.slice(0, older))) }
        const proof = await consistencyProof(subtreesOf(leaves), older, newer)
        expect([older, newer, isConsistent(oldTree, newTree, proof)]).toEqual([older, newer, true])
        if (older === 0) continue
        const forged = { size: older, root: leafHash(oldTree.root) }
        expect(isConsistent(forged, newTree, proof)).toBe(false)
        expect(isConsistent(newTree, oldTree, proof)).toBe(older === newer)
      }
    }
  })

  it('refuses the proof of any history that was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.nat(60), fc.nat(), async (a, b, at) => {
        const [older, newer] = [Math.min(a, b) + 1, Math.max(a, b) + 1]
        const leaves = leavesOf(newer)
        const changed = leaves.with(at % older, leafHash(Uint8Array.of(9)))
        const oldTree = { size: older, root: rootOf(rangeOf(leaves.slice(0, older))) }
        const newTree = { size: newer, root: rootOf(rangeOf(changed)) }
        const proof = await consistencyProof(subtreesOf(changed), older, newer)
        expect(isConsistent(oldTree, newTree, proof)).toBe(false)
      }),
      { seed: 12, numRuns: 300 },
    )
  })
})
