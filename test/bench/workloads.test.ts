import { describe, expect, it } from 'vitest'
import { encode, isSameFromScratch } from './check-workload.ts'
import { runWorkload } from './run-workload.ts'
import { makeRequest, WORKLOADS } from './workloads.ts'

const SMALL = { nodes: 20, running: 40, pending: 30 }

describe.each(WORKLOADS)('workload $name', (workload) => {
  it('is the same bytes every time', () => {
    expect(makeRequest(workload, SMALL)).toEqual(makeRequest(workload, SMALL))
  })

  it('gets the same decision for each pod alone as within a sequence', () => {
    expect(isSameFromScratch(workload)).toBe(true)
  })

  it('places all its pods, but for those that must displace others', () => {
    const { places } = runWorkload(encode(makeRequest(workload, SMALL)))
    const isPlaced = workload.name !== 'preemption'
    expect(places.every((place) => (place !== null) === isPlaced)).toBe(true)
    expect(places.length).toBe(workload.podsPerNodeMax === 1 ? SMALL.nodes : SMALL.pending)
  })
})
