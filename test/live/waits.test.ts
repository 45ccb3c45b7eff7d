import { afterEach, describe, expect, it, vi } from 'vitest'
import { Waits } from '../../src/live/mirror/waits.ts'

afterEach(() => void vi.useRealTimers())

describe('waiting for what the API server tells', () => {
  it('ends at once where it is so already', async () => {
    const { signal } = new AbortController()
    expect(await new Waits().until(['claim a'], () => 'bound', signal, 1000)).toBe('bound')
  })

  it('asks again when one of its objects was told of, and of no other', async () => {
    const waits = new Waits()
    let asked = 0
    const check = () => (++asked < 3 ? undefined : asked)
    const found = waits.until(['claim a', 'volume v'], check, new AbortController().signal, 1000)
    waits.told('claim other')
    expect(asked).toBe(1)
    waits.told('claim a')
    waits.told('volume v')
    expect(await found).toBe(3)
    waits.told('claim a')
    expect(asked).toBe(3)
  })

  it('is given up', async () => {
    const stop = new AbortController()
    const found = new Waits().until(['claim a'], () => undefined, stop.signal, 1000)
    stop.abort()
    expect(await found).toBe('aborted')
    expect(await new Waits().until(['b'], () => 'bound', stop.signal, 1000)).toBe('aborted')
  })

  it('has an end', async () => {
    vi.useFakeTimers()
    const found = new Waits().until(['a'], () => undefined, new AbortController().signal, 600_000)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await found).toBe('timed out')
  })
})
