import { describe, expect, it } from 'vitest'
import { encode, isSameFromScratch } from './check-workload.ts'
import { runWorkload } from './run-workload.ts'
import { makeRequest, WORKLOADS } from './workloads.ts'

const SMALL = { nodes: 30, running: 60, pending: 30 }

describe.each(WORKLOADS)('workload $name', (workload) => {
  it('is the same bytes every time', () => {
    expect(makeRequest(workload, SMALL)).toEqual(makeRequest(workload, SMALL))
  })

  it('gets the same decision for each pod alone as within a sequence', () => {
    expect(isSameFromScratch(workload)).toBe(true)
  })

  it('places all its pods, displacing others only where the cluster is full', () => {
    const { places, victims } = runWorkload(encode(makeRequest(workload, SMALL)))
    expect(places.every((place) => place !== null)).toBe(true)
    expect(victims.flat().length > 0).toBe(workload.name === 'preemption')
    expect(places.length).toBe(workload.podsPerNodeMax === 1 ? SMALL.nodes : SMALL.pending)
  })
})
