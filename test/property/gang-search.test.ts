import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { seededRandom } from '../../src/scheduler/score/select-host.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const SEED = 20260105
const CASES = 150

interface Answer {
  readonly decisions: readonly {
    readonly pod: { readonly name: string }
    readonly node: string | null
  }[]
  readonly searchedGroups: readonly {
    readonly isPlaced: boolean
    readonly search: { readonly ended: string } | null
  }[]
}

/** Whether some `count` of the sizes fit into the bins, by trying everything. */
function canPack(sizes: readonly number[], bins: number[], count: number): boolean {
  if (count === 0) return true
  const [size, ...rest] = sizes
  if (size === undefined || sizes.length < count) return false
  for (const [index, free] of bins.entries()) {
    if (free < size) continue
    const left = bins.with(index, free - size)
    if (canPack(rest, left, count - 1)) return true
  }
  return canPack(rest, bins, count)
}

it(`a group is placed exactly where some packing exists (seed ${SEED})`, async () => {
  const app = createApp()
  const random = seededRandom(SEED)
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  for (let round = 0; round < CASES; round++) {
    const bins = Array.from({ length: upTo(3) }, () => upTo(8))
    const sizes = Array.from({ length: upTo(6) }, () => upTo(5))
    const minMember = upTo(sizes.length)
    const pods = sizes.map((size, index) => makePod(`m${index}`, { requests: { cpu: `${size}` } }))
    const body = {
      snapshot: {
        nodes: bins.map((cpu, index) => makeNode(`n${index}`, { allocatable: { cpu: `${cpu}` } })),
        namespaces: [],
        services: [],
        pods: [],
      },
      pods,
      groups: [{ name: 'g', minMember, pods: sizes.map((_, index) => `m${index}`) }],
      options: { explain: 'decision' },
    }
    const response = await app.request('/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Answer
    const told = { round, bins, sizes, minMember }
    const isPlaced = canPack(sizes, bins, minMember)
    expect({ ...told, isPlaced: answer.searchedGroups[0]?.isPlaced }).toEqual({ ...told, isPlaced })
    if (!isPlaced)
      expect(answer.searchedGroups[0]?.search?.ended, JSON.stringify(told)).toBe('exhausted')
    const placed = answer.decisions.filter((one) => one.node !== null)
    expect(placed.length >= minMember || placed.length === 0).toBe(true)
    for (const [index, cpu] of bins.entries()) {
      const on = placed.filter((one) => one.node === `n${index}`)
      const used = on.reduce((sum, one) => sum + (sizes[Number(one.pod.name.slice(1))] ?? 0), 0)
      expect(used).toBeLessThanOrEqual(cpu)
    }
  }
})
