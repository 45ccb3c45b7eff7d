import { describe, expect, it } from 'vitest'
import { type ClassicResult, compareClassic } from './compare-classic.ts'
import { compareModern, type ModernResult } from './compare-modern.ts'
import type { Decision, NodeScore, Rejection } from './decision.ts'

// The comparison itself is put to the test here: a perfect decision passes, and a decision with any
// single thing wrong does not.

const PLACEMENT = 'preemption: found a potential placement for pod on node'

const modern: ModernResult = {
  pod: 'default/new-0',
  outcome: 'unschedulable',
  message: `0/3 nodes are available: 1 Insufficient cpu. ${PLACEMENT} a, preempting 1 victims`,
  feasible: [],
  rejected: { a: { plugin: 'NodePorts', code: 'Unschedulable', reasons: ['x', 'y'] } },
  preemptions: [
    { node: 'a', victims: ['default/run-1'] },
    { node: 'b', victims: ['default/run-2'] },
  ],
}

const unschedulable = (): Decision => ({
  pod: { namespace: 'default', name: 'new-0' },
  outcome: 'unschedulable',
  message: `0/3 nodes are available: 1 Insufficient cpu. ${PLACEMENT} a, preempting 1 victims`,
  filter: {
    preFilter: null,
    feasible: [],
    rejected: [{ node: 'a', plugin: 'NodePorts', code: 'Unschedulable', reasons: ['y', 'x'] }],
  },
  preemption: { node: 'a', victims: [{ namespace: 'default', name: 'run-1' }] },
})

const scored: ModernResult = {
  pod: 'default/new-0',
  outcome: 'scheduled',
  node: 'a',
  tied: ['a'],
  feasible: ['b', 'a'],
  scores: { a: { total: 60, TaintToleration: 60 }, b: { total: 30, TaintToleration: 30 } },
}

const scheduled = (): Decision => ({
  pod: { namespace: 'default', name: 'new-0' },
  outcome: 'scheduled',
  node: 'a',
  filter: { preFilter: null, feasible: ['b', 'a'], rejected: [] },
  tied: ['a'],
  scores: [
    { node: 'a', total: 60, plugins: { TaintToleration: { score: 20, weight: 3, weighted: 60 } } },
    { node: 'b', total: 30, plugins: { TaintToleration: { score: 10, weight: 3, weighted: 30 } } },
  ],
})

const fields = (result: ModernResult, decision: Decision) =>
  compareModern(result, decision).map((one) => one.field)

describe('a modern result', () => {
  it('is met by the same decision, whatever the order of reasons', () => {
    expect(compareModern(modern, unschedulable())).toEqual([])
    expect(compareModern(scored, scheduled())).toEqual([])
  })

  it('may be met by another of the recorded preemptions, named in the message', () => {
    const decision = unschedulable()
    decision.message = decision.message?.replace('node a', 'node b') ?? null
    decision.preemption = { node: 'b', victims: [{ namespace: 'default', name: 'run-2' }] }
    expect(compareModern(modern, decision)).toEqual([])
  })

  it('counts terminating victims in the message only', () => {
    const decision = unschedulable()
    decision.preemption?.victims.push({ namespace: 'x', name: 'y', terminating: true })
    expect(compareModern(modern, decision)).toEqual([])
  })

  it.each<[string, (decision: Decision) => void]>([
    ['pod', (decision) => change(decision.pod, { name: 'new-1' })],
    ['outcome', (decision) => change(decision, { outcome: 'gated' })],
    ['message', (decision) => change(decision, { message: 'no' })],
    ['preemption', (decision) => change(decision, { preemption: null })],
    ['preemption', (decision) => decision.preemption?.victims.pop()],
    ['rejected.nodes', (decision) => decision.filter?.rejected.pop()],
    ['rejected.plugin', (decision) => patch(decision, { plugin: 'NodeName' })],
    ['rejected.code', (decision) => patch(decision, { code: 'Error' })],
    ['rejected.reasons', (decision) => patch(decision, { reasons: ['x'] })],
    ['feasible', (decision) => decision.filter?.feasible.push('b')],
  ])('tells a wrong %s of an unschedulable pod', (field, spoil) => {
    const decision = unschedulable()
    spoil(decision)
    expect(fields(modern, decision)).toContain(field)
  })

  it.each<[string, (decision: Decision) => void]>([
    ['node', (decision) => change(decision, { node: 'b' })],
    ['feasible', (decision) => decision.filter?.feasible.reverse()],
    ['tied', (decision) => decision.tied?.push('b')],
    ['scores.nodes', (decision) => decision.scores?.pop()],
    ['scores.order', (decision) => decision.scores?.reverse()],
    ['scores.total', (decision) => score(decision, { total: 61 })],
    ['scores.weighted', (decision) => score(decision, { plugins: {} })],
    [
      'scores.product',
      (decision) =>
        score(decision, { plugins: { TaintToleration: { score: 21, weight: 3, weighted: 60 } } }),
    ],
    [
      'scores.weighted',
      (decision) =>
        score(decision, { plugins: { NodeName: { score: 0, weight: 1, weighted: 0 } } }),
    ],
  ])('tells a wrong %s of a scheduled pod', (field, spoil) => {
    const decision = scheduled()
    spoil(decision)
    expect(fields(scored, decision)).toContain(field)
  })

  it('tells a victim count in the message that is not the number of victims', () => {
    const decision = unschedulable()
    decision.message =
      decision.message?.replace('node a, preempting 1', 'node b, preempting 2') ?? ''
    decision.preemption = { node: 'b', victims: [{ namespace: 'default', name: 'run-2' }] }
    expect(fields(modern, decision)).toEqual(['message.victims'])
  })
})

describe('a classic result', () => {
  const classic: ClassicResult = {
    pod: 'new-0',
    outcome: 'unschedulable',
    message: '0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient pods.',
    feasible: [],
    filter: {
      a: { failed: [{ predicate: 'GeneralPredicates', reasons: ['Insufficient cpu'] }] },
      b: { failed: [{ predicate: 'CheckVolumeBinding', reasons: [], error: 'unbound' }] },
    },
    scores: {},
    scoresUsed: false,
    tie: [],
    preemption: {
      node: 'a',
      victims: ['run-1'],
      candidates: { a: { victims: ['run-1'], numPDBViolations: 0 } },
      tie: ['a'],
    },
  }
  const decided = (): Decision => ({
    pod: { namespace: 'default', name: 'new-0' },
    outcome: 'unschedulable',
    message: '0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient pods.',
    filter: {
      preFilter: null,
      feasible: [],
      rejected: [
        { node: 'a', plugin: 'GeneralPredicates', code: 'U', reasons: ['Insufficient cpu'] },
        { node: 'b', plugin: 'CheckVolumeBinding', code: 'Error', reasons: ['unbound'] },
      ],
    },
    preemption: {
      node: 'a',
      victims: [{ namespace: 'default', name: 'run-1' }],
      candidates: [
        { node: 'a', victims: [{ namespace: 'default', name: 'run-1' }], pdbViolations: 0 },
      ],
    },
  })

  it('is met by the same decision', () => {
    expect(compareClassic(classic, decided())).toEqual([])
  })

  it.each<[string, (decision: Decision) => void]>([
    ['message', (decision) => change(decision, { message: '' })],
    ['rejected.plugin', (decision) => patch(decision, { plugin: 'PodFitsPorts' })],
    ['rejected.reasons', (decision) => patch(decision, { reasons: [] })],
    ['preemption.node', (decision) => change(decision, { preemption: null })],
    ['preemption.victims', (decision) => decision.preemption?.victims.pop()],
    ['preemption.candidates', (decision) => decision.preemption?.candidates?.pop()],
    ['feasible', (decision) => decision.filter?.feasible.push('c')],
    ['tied', (decision) => change(decision, { tied: ['a'] })],
  ])('tells a wrong %s', (field, spoil) => {
    const decision = decided()
    spoil(decision)
    expect(compareClassic(classic, decision).map((one) => one.field)).toContain(field)
  })
})

function change<Part extends object>(part: Part | undefined, values: Partial<Part>): void {
  if (part) Object.assign(part, values)
}

const patch = (decision: Decision, values: Partial<Rejection>) =>
  change<Rejection>(decision.filter?.rejected[0], values)

const score = (decision: Decision, values: Partial<NodeScore>) =>
  change(decision.scores?.[0], values)
