import { expect, it } from 'vitest'
import { attack } from './attack.ts'

it('mutated real requests are answered or refused, in bounded time and memory', async () => {
  const { failures, statuses } = await attack({ seed: 2026, first: 0, cases: 1500 })
  expect(failures).toEqual([])
  // A mutation that only ever broke requests would reach nothing behind the door.
  expect(statuses.get(200)).toBeGreaterThan(200)
  expect(statuses.get(422)).toBeGreaterThan(200)
}, 120_000)
