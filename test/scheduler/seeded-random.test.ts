import { expect, it } from 'vitest'
import { seededRandom } from '../../src/scheduler/score/select-host.ts'

it('gives the same numbers for the same seed, and others for another', () => {
  const take = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))
  expect(take(1)).toEqual(take(1))
  expect(take(1)).not.toEqual(take(2))
})

it('spreads numbers evenly from 0 to 1', () => {
  const counts = new Array(10).fill(0)
  const random = seededRandom(7)
  for (let draw = 0; draw < 10_000; draw++) counts[Math.floor(random() * 10)]++
  expect(counts).toHaveLength(10)
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
})
