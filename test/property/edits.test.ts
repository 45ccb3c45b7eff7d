import fc from 'fast-check'
import { expect, it } from 'vitest'
import { viewDecision } from '../../src/explain/view-decision.ts'
import { type CycleOptions, SchedulingCycle } from '../../src/scheduler/cycle.ts'
import { decide } from '../../src/scheduler/decide.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import type { ClusterEditor } from '../../src/snapshot/edits/cluster-editor.ts'
import { ROOT } from '../../src/snapshot/json/json-path.ts'
import { readCluster } from '../../src/snapshot/read.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../src/snapshot/snapshot-resources.ts'
import type { Json } from '../support/make-node.ts'
import { type CaseOptions, type ClusterCase, clusterCase } from './arbitraries.ts'
import { devicePool, priorityPool, storagePool } from './edited-objects.ts'

type Snapshot = { readonly [kind: string]: readonly Json[] }

interface Edit {
  readonly kind: string
  readonly object: Json
  readonly isRemoval: boolean
}

const OPTIONS: CycleOptions = {
  tieBreak: { kind: 'upstream' },
  preemption: true,
  startIndex: 0,
  roundRobin: 0,
  nowMs: null,
}

/** How one release reads and decides. */
function release(profile: string) {
  const found = resolveProfile({ profile, config: undefined, only: [], fixes: false })
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  const { accounting, profiles } = found.value
  const reading = {
    accounting,
    defaulting: true,
    nodesMax: 100,
    isEditable: true,
    absentKinds: 'unknown' as const,
  }
  return { profiles, reading }
}

type Release = ReturnType<typeof release>

/** `given`: kinds that the snapshot began with; nothing is known of another, whatever edits put there. */
function read(
  snapshot: Snapshot,
  given: ReadonlySet<string>,
  pods: readonly Json[],
  { reading }: Release,
) {
  const isGiven = ([kind]: [string, unknown]) => given.has(kind)
  const all = Object.entries(snapshot)
  const put = Object.fromEntries(all.filter((one) => !isGiven(one)))
  const patch = { path: ROOT, put }
  const found = readCluster(
    { snapshot: Object.fromEntries(all.filter(isGiven)), pods, patch },
    reading,
  )
  if (!found.ok || found.value.editor === null) throw new Error(JSON.stringify(found))
  return { ...found.value, editor: found.value.editor }
}

/** Everything that is said of the pods by who reads the snapshot anew. */
function freshly(
  snapshot: Snapshot,
  given: ReadonlySet<string>,
  pods: readonly Json[],
  using: Release,
) {
  const { cluster, pods: read_ } = read(snapshot, given, pods, using)
  const decisions = Array.from(decide(cluster, using.profiles, read_, OPTIONS), (decision) =>
    viewDecision(decision, cluster.nodes, 'full', null),
  )
  return {
    decisions,
    notEvaluated: cluster
      .notEvaluated()
      .map((one) => JSON.stringify(one))
      .sort(),
  }
}

/** The same of an edited cluster, which is as before when that is said. */
function onEdited(
  { cluster, editor }: ReturnType<typeof read>,
  cycle: SchedulingCycle | null,
  pods: readonly Json[],
  { profiles }: Release,
) {
  const undo = cluster.savepoint()
  const taken = editor.takePods(pods, ROOT)
  if (!taken.ok) throw new Error(JSON.stringify(taken.error))
  const going = cycle ?? new SchedulingCycle(cluster, profiles, OPTIONS)
  const decisions = taken.value.map(({ pod }) => {
    const decision = going.decide(pod)
    const view = viewDecision(decision, cluster.nodes, 'full', null)
    if (decision.outcome === 'scheduled') going.assume(decision)
    return view
  })
  const notEvaluated = cluster
    .notEvaluated()
    .map((one) => JSON.stringify(one))
    .sort()
  undo()
  return { decisions, notEvaluated }
}

function patchOf(edits: readonly Edit[]) {
  const put: { [kind: string]: Json[] } = {}
  const remove: { kind: string; namespace?: string; name: string }[] = []
  for (const { kind, object, isRemoval } of edits) {
    if (isRemoval)
      remove.push({ kind: SNAPSHOT_RESOURCES[kind as SnapshotResource], ...nameOf(object) })
    else put[kind] = [...(put[kind] ?? []), object]
  }
  return { path: ROOT, put, remove }
}

function nameOf(object: Json): { namespace?: string; name: string } {
  return object['metadata'] as { namespace?: string; name: string } // every maker gives it a name
}

/** The snapshot that the edits make: what is replaced keeps its place. */
function edited(snapshot: Snapshot, edits: readonly Edit[]): Snapshot {
  const next: { [kind: string]: readonly Json[] } = { ...snapshot }
  for (const { kind, object, isRemoval } of edits) {
    const before = next[kind] ?? []
    const at = before.findIndex((one) => isSameName(one, object))
    if (isRemoval && at < 0) continue
    if (isRemoval) next[kind] = before.toSpliced(at, 1)
    else next[kind] = at < 0 ? [...before, object] : before.with(at, object)
  }
  return next
}

function isSameName(a: Json, b: Json): boolean {
  const [first, second] = [nameOf(a), nameOf(b)]
  const inNamespace = (one: { namespace?: string }) => one.namespace ?? 'default'
  return first.name === second.name && inNamespace(first) === inNamespace(second)
}

/** Patches of some edits each, every object at most once in one; objects come from either case. */
function patches(cases: readonly Snapshot[]): fc.Arbitrary<Edit[][]> {
  const objects = cases.flatMap((snapshot) =>
    Object.entries(snapshot).flatMap(([kind, all]) => all.map((object) => ({ kind, object }))),
  )
  const edit = fc.record({
    at: fc.nat(Math.max(0, objects.length - 1)),
    isRemoval: fc.nat(3).map((roll) => roll === 0),
  })
  return fc
    .array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    .map((all) =>
      all.map((some) => {
        const edits = some.flatMap(({ at, isRemoval }) => {
          const one = objects[at]
          return one === undefined ? [] : [{ ...one, isRemoval }]
        })
        return edits.filter(
          (one, index) =>
            edits.findIndex(
              (other) => other.kind === one.kind && isSameName(other.object, one.object),
            ) === index,
        )
      }),
    )
}

const drawn = (options: CaseOptions) =>
  fc
    .tuple(clusterCase(options), clusterCase(options))
    .chain(([one, other]) =>
      patches([one.snapshot, other.snapshot]).map((all) => ({ one, other, all })),
    )

function expectSame(
  one: ClusterCase,
  pods: readonly Json[],
  all: readonly Edit[][],
  using: Release,
) {
  const given = new Set(Object.keys(one.snapshot))
  const cluster = read(one.snapshot, given, [], using)
  // What it finds out before an edit must not show after it. Classic ones break ties in turn, on and on.
  const { accounting } = using.reading
  const cycle = accounting.modern
    ? new SchedulingCycle(cluster.cluster, using.profiles, OPTIONS)
    : null
  const before = freshly(one.snapshot, given, pods, using)
  expect(onEdited(cluster, cycle, pods, using)).toEqual(before)
  const undoAll = cluster.cluster.savepoint()
  let snapshot = one.snapshot
  for (const edits of all) {
    const undo = cluster.cluster.savepoint()
    apply(cluster.editor, edits)
    undo()
    expect(onEdited(cluster, cycle, pods, using)).toEqual(freshly(snapshot, given, pods, using))
    apply(cluster.editor, edits)
    snapshot = edited(snapshot, edits)
    const fresh = freshly(snapshot, given, pods, using)
    expect(onEdited(cluster, cycle, pods, using)).toEqual(fresh)
    expect(onEdited(cluster, null, pods, using)).toEqual(fresh)
  }
  undoAll()
  expect(onEdited(cluster, cycle, pods, using)).toEqual(before)
}

function apply(editor: ClusterEditor, edits: readonly Edit[]): void {
  expect(editor.apply(patchOf(edits))).toEqual({ ok: true, value: null })
}

it.each([
  { profile: 'kubernetes-1.37', options: { nominations: true, volumes: true, extras: true } },
  { profile: 'kubernetes-1.35', options: { nominations: true, volumes: true } },
  { profile: 'classic-1.12', options: { nominations: true, extras: true } },
  { profile: 'classic-1.10', options: { extras: true } },
])('an edited cluster decides as one read anew: $profile', ({ profile, options }) => {
  const using = release(profile)
  fc.assert(
    fc.property(drawn(options), ({ one, other, all }) => {
      expectSame(one, [...one.pods, ...renamed(other.pods)], all, using)
    }),
    { numRuns: 25 },
  )
})

/** Objects that placements change in place, and kinds that are there only sometimes. */
it.each([
  { what: 'storage', pool: storagePool },
  { what: 'devices', pool: devicePool },
  { what: 'priorities', pool: priorityPool },
])('the same holds for kinds that are rare: $what', ({ pool: { objects, pods } }) => {
  const using = release('kubernetes-1.37')
  fc.assert(
    fc.property(patches([objects]), ([first = [], ...others]) => {
      const snapshot = edited({ nodes: [] }, first)
      expectSame({ snapshot, pods }, pods, others, using)
    }),
    { numRuns: 60 },
  )
})

function renamed(pods: readonly Json[]): Json[] {
  return pods.map((pod) => ({
    ...pod,
    metadata: { ...(pod['metadata'] as Json), name: `other-${nameOf(pod).name}` },
  }))
}
