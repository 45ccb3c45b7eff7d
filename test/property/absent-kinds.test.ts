import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
function ask({ profile, one: { snapshot, pods, config, policy } }: Asked) {
  const answer = decide({
    snapshot,
    pods: pods as object[],
    profile,
    config: config ?? policy,
    options: { defaulting: false },
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

function without({ profile, one }: Asked, kind: SnapshotResource): Asked {
  const { [kind]: _, ...snapshot } = one.snapshot
  return { profile, one: { ...one, snapshot } }
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
    60_000,
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
      options: { only: ['MaxEBSVolumeCount'] },
    })
    expect(answer.ok && answer.value.input.notEvaluated).toEqual([
      {
        what: 'persistentVolumes',
        kind: 'PersistentVolume',
        reason: 'the snapshot has no persistentVolumes; MaxEBSVolumeCount judged them as empty',
      },
    ])
  })
})
