import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionView } from '../../src/explain/decision-view.ts'
import { decide } from '../../src/index.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../src/snapshot/snapshot-resources.ts'
import { type Case, readRecording, recordings } from '../conformance/corpus.ts'

interface Asked {
  readonly profile: string
  readonly one: Case
}

/** Recorded cases of all families as one release had them; large ones say nothing more here. */
function casesOf(profile: string): Asked[] {
  return recordings()
    .filter((recording) => recording.profile === profile && recording.family !== 'large')
    .flatMap((recording) => readRecording(recording))
    .filter(({ case: one, answer }) => answer.error === undefined && kindsOf(one).length > 0)
    .map(({ case: one }) => ({ profile, one }))
}

// The cases are Kubernetes objects, which the request's type leaves open.
function ask(
  { profile, one: { snapshot, pods, config, policy } }: Asked,
  absentKinds: 'unknown' | 'empty' = 'empty',
) {
  const answer = decide({
    snapshot,
    pods: pods as object[],
    profile,
    config: config ?? policy,
    options: { defaulting: false, absentKinds },
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

/** A case, and a kind that its snapshot has objects of. */
function caseAndKind(profile: string): fc.Arbitrary<{ asked: Asked; kind: SnapshotResource }> {
  return fc.constantFrom(...casesOf(profile)).chain((asked) => {
    const kind = fc.constantFrom(...kindsOf(asked.one))
    return fc.record({ asked: fc.constant(asked), kind })
  })
}

/** The kinds of a snapshot that it can do without. */
function kindsOf({ snapshot }: Case): SnapshotResource[] {
  return Object.keys(snapshot).filter(
    (kind): kind is SnapshotResource => kind in SNAPSHOT_RESOURCES && kind !== 'nodes',
  )
}

function without({ profile, one }: Asked, ...kinds: readonly SnapshotResource[]): Asked {
  const left = Object.entries(one.snapshot).filter(([kind]) => !kinds.some((gone) => gone === kind))
  return { profile, one: { ...one, snapshot: Object.fromEntries(left) } }
}

/** All kinds, so that the case says of every one that there is nothing more of it. */
const NOTHING_ELSE = Object.fromEntries(Object.keys(SNAPSHOT_RESOURCES).map((kind) => [kind, []]))

/** A case whose snapshot says all, with the pods in another order, and some of its kinds. */
function caseAndKinds(profile: string): fc.Arbitrary<{ asked: Asked; kinds: SnapshotResource[] }> {
  return fc.constantFrom(...casesOf(profile)).chain(({ one }) => {
    const snapshot = { ...NOTHING_ELSE, ...one.snapshot }
    return fc.record({
      asked: fc
        .shuffledSubarray(one.pods, { minLength: 1 })
        .map((pods) => ({ profile, one: { ...one, snapshot, pods } })),
      kinds: fc.subarray(kindsOf(one), { minLength: 1 }),
    })
  })
}

/**
 * What is said of a snapshot that lacks kinds must hold, whatever these kinds turn out to hold: of
 * every pod up to the first whose node is not known. Returns the outcomes that were compared.
 */
function expectTrue(asked: Asked, kinds: readonly SnapshotResource[]): string[] {
  const { decisions: wholes } = ask(asked)
  const { decisions, input } = ask(without(asked, ...kinds), 'unknown')
  const affected = new Set(input.notEvaluated.map(({ affects }) => affects))
  const outcomes: string[] = []
  for (const [index, said] of decisions.entries()) {
    // Full views, as asked.
    expectTrueOfPod(said as DecisionView, wholes[index] as DecisionView, affected)
    outcomes.push(said.outcome)
    if (said.outcome === 'unknown') break
    if (said.outcome === 'scheduled' && affected.size > 0) break
  }
  return outcomes
}

function expectTrueOfPod(
  said: DecisionView,
  whole: DecisionView,
  affected: ReadonlySet<string>,
): void {
  if (said.outcome === 'unknown') {
    expect(said).toMatchObject({ node: null, binding: null, message: null, preemption: null })
    expect(said.unknown).not.toEqual([])
  } else if (said.outcome !== 'unschedulable' || whole.outcome !== 'gated') {
    expect(said.outcome).toBe(whole.outcome)
    // Of a kind the strongest that it affects is told, which may hide the ranking of other pods.
    if (affected.size === 0) expect(said.node).toBe(whole.node)
  }
  const isWorded = said.message !== null && !affected.has('preview')
  if (isWorded) expect(said.message).toBe(whole.message)
  expectNodes(said, whole)
}

/** No node is feasible or rejected, and no score given, but as in the whole cluster. */
function expectNodes(said: DecisionView, whole: DecisionView): void {
  const [some, all] = [said.filter, whole.filter]
  if (!some || !all || !('feasible' in some) || !('feasible' in all)) return
  expect(all.feasible).toEqual(expect.arrayContaining([...some.feasible]))
  for (const { node } of some.rejected) expect(all.feasible).not.toContain(node)
  if (said.outcome !== 'unknown') return
  const scores = new Map(whole.scores?.map((score) => [score.node, score.plugins]))
  for (const { node, plugins } of said.scores ?? []) {
    for (const [plugin, score] of Object.entries(plugins)) {
      if (scores.has(node)) expect(score).toEqual(scores.get(node)?.[plugin])
    }
  }
}

describe('a kind that the snapshot lacks', () => {
  it.each(['kubernetes-1.37', 'kubernetes-1.35', 'classic-1.10', 'classic-1.12'])(
    'is named whenever a rule of %s looked there',
    (profile) => {
      fc.assert(
        fc.property(caseAndKind(profile), ({ asked, kind }) => {
          const whole = ask(asked)
          const lacking = ask(without(asked, kind))
          const named = lacking.input.notEvaluated.map((item) => item.kind)
          if (JSON.stringify(lacking.decisions) !== JSON.stringify(whole.decisions)) {
            expect(named).toContain(SNAPSHOT_RESOURCES[kind])
          }
        }),
        { numRuns: 250, seed: 20261121 },
      )
    },
    600_000,
  )

  it.each(['kubernetes-1.37', 'kubernetes-1.35', 'classic-1.10', 'classic-1.12'])(
    'makes %s say nothing that is not so',
    (profile) => {
      const outcomes = new Map<string, number>()
      fc.assert(
        fc.property(caseAndKinds(profile), ({ asked, kinds }) => {
          for (const outcome of expectTrue(asked, kinds)) {
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }
        }),
        { numRuns: 2500, seed: Number(process.env['SEED']) },
      )
      // It is neither always sure nor never.
      for (const outcome of ['unknown', 'scheduled', 'unschedulable']) {
        expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(5)
      }
    },
    600_000,
  )

  it('is named also by rules that run alone', () => {
    const claimed = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }
    const answer = decide({
      profile: 'classic-1.11',
      snapshot: {
        nodes: [{ metadata: { name: 'n' }, status: { allocatable: { pods: '1' } } }],
        pods: [],
        persistentVolumeClaims: [
          { metadata: { name: 'c', namespace: 'default' }, spec: { volumeName: 'v' } },
        ],
      },
      pods: [{ metadata: { name: 'p' }, spec: { containers: [], ...claimed } }],
      options: { only: ['MaxEBSVolumeCount'], absentKinds: 'empty' },
    })
    expect(answer.ok && answer.value.input.notEvaluated).toEqual([
      {
        what: 'persistentVolumes',
        kind: 'PersistentVolume',
        affects: 'outcome',
        reason: 'the snapshot has no persistentVolumes; MaxEBSVolumeCount judged them as empty',
      },
    ])
  })
})
