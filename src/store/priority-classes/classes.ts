import type { PriorityClassesUsed } from '../../../schemas/audit-content.ts'
import type { PriorityClass, PriorityClassInput } from '../../../schemas/priority-class.ts'
import { err, ok, type Result } from '../../result.ts'
import { type BackoffPolicy, backOff } from '../backoff.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { StorePort, Unavailable } from '../port.ts'
import { BODY_BYTES_MAX, bodyBytes, unavailable } from '../port.ts'
import type { Runtime } from '../runtime.ts'
import {
  findSystemClass,
  isSystemName,
  policyOf,
  type RuleViolation,
  SYSTEM_CLASSES,
  updateViolations,
  violations,
} from './rules.ts'
import { type PriorityClassSet, readClassSet, toItem, usedOf } from './set.ts'

/** What the writer demands of the class that it replaces or deletes. */
export type Expectation =
  | { readonly kind: 'any' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  | { readonly kind: 'versions'; readonly resourceVersions: readonly string[] }

/** Why a write was refused; the store was left as it is. */
export type Refusal =
  | { readonly kind: 'invalid'; readonly violations: readonly RuleViolation[] }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'reserved' }
  | { readonly kind: 'unexpected'; readonly resourceVersion: string | null }
  | { readonly kind: 'outdated'; readonly resourceVersion: string }
  | { readonly kind: 'defaultTaken'; readonly name: string }
  | { readonly kind: 'full' }

export interface ClassStore {
  readonly store: StorePort
  readonly runtime: Runtime
  readonly cluster: string
}

/** Writers of one cluster's classes are few; this is for a burst of them. */
const CONTENTION: BackoffPolicy = { attempts: 30, baseMs: 8, capMs: 800 }

export interface LoadedClasses {
  readonly version: number
  /** By name, the two of the system included. */
  readonly classes: readonly PriorityClass[]
  /** Which these are, for whatever they decide. */
  readonly used: PriorityClassesUsed
}

/** All classes of a cluster by name, the two of the system included; one read. */
export async function loadPriorityClasses(
  store: StorePort,
  cluster: string,
): Promise<Result<LoadedClasses, Unavailable>> {
  const set = await readClassSet(store, cluster)
  if (!set.ok) return set
  const classes = [...set.value.classes, ...SYSTEM_CLASSES].sort(byName)
  return ok({ version: set.value.version, classes, used: usedOf(set.value) })
}

/** One class of a cluster, or null. */
export async function findPriorityClass(
  store: StorePort,
  cluster: string,
  name: string,
): Promise<Result<PriorityClass | null, Unavailable>> {
  const set = await readClassSet(store, cluster)
  return set.ok ? ok(findIn(set.value, name)) : set
}

/** Creates or replaces a class under Kubernetes' rules; repeating it changes nothing. */
export async function putPriorityClass(
  context: ClassStore,
  name: string,
  input: PriorityClassInput,
  expectation: Expectation,
): Promise<Result<{ written: PriorityClass; isNew: boolean }, Refusal | Unavailable>> {
  const invalid = violations(name, input)
  if (invalid.length > 0) return err({ kind: 'invalid', violations: invalid })
  const birth = { time: context.runtime.now().toISOString(), uid: context.runtime.randomId() }
  return change(context, (set) => {
    const present = findIn(set, name)
    const refusal = refuseExpectation(present, expectation) ?? refusePut(set, present, name, input)
    if (refusal !== null) return err(refusal)
    const version = set.version + 1
    const written = toClass(name, input, present?.metadata ?? newMetadata(birth), version)
    if (present !== null && (isSystemName(name) || isSame(present, written))) {
      return ok({ replacement: null, answer: { written: present, isNew: false } })
    }
    const classes = [...without(set, name), written].sort(byName)
    return ok({ replacement: { version, classes }, answer: { written, isNew: present === null } })
  })
}

/** Deletes a class; pods that were decided with it keep their priority, as in Kubernetes. */
export async function deletePriorityClass(
  context: ClassStore,
  name: string,
  expectation: Expectation,
): Promise<Result<PriorityClass, Refusal | Unavailable>> {
  return change(context, (set) => {
    const present = findIn(set, name)
    if (present === null) return err({ kind: 'notFound' })
    if (isSystemName(name)) return err({ kind: 'reserved' })
    const refusal = refuseExpectation(present, expectation)
    if (refusal !== null) return err(refusal)
    const replacement = { version: set.version + 1, classes: without(set, name) }
    return ok({ replacement, answer: present })
  })
}

interface Change<Answer> {
  /** Null: the set stays as it is. */
  readonly replacement: PriorityClassSet | null
  readonly answer: Answer
}

/** Reads the set, decides, and writes only if nobody else has in between; else anew. */
async function change<Answer>(
  { store, runtime, cluster }: ClassStore,
  decide: (set: PriorityClassSet) => Result<Change<Answer>, Refusal>,
): Promise<Result<Answer, Refusal | Unavailable>> {
  for (let tried = 0; tried < CONTENTION.attempts; tried++) {
    const set = await readClassSet(store, cluster)
    if (!set.ok) return set
    const changed = decide(set.value)
    if (!changed.ok) return changed
    const { replacement, answer } = changed.value
    if (replacement === null) return ok(answer)
    const item = toItem(cluster, replacement)
    if (bodyBytes(item.body) > BODY_BYTES_MAX) return err({ kind: 'full' })
    const put = await store.put(item, 'advances')
    if (put.ok) return ok(answer)
    if (put.error.kind === 'unavailable') return err(put.error)
    await backOff(runtime, CONTENTION, tried)
  }
  const cause = `${CONTENTION.attempts} writes of the classes of ${cluster} lost against others`
  return err(unavailable(cause, 2))
}

function refuseExpectation(
  present: PriorityClass | null,
  expectation: Expectation,
): Refusal | null {
  const resourceVersion = present?.metadata.resourceVersion ?? null
  const unexpected: Refusal = { kind: 'unexpected', resourceVersion }
  switch (expectation.kind) {
    case 'any':
      return null
    case 'absent':
      return present === null ? null : unexpected
    case 'present':
      return present === null ? unexpected : null
    case 'versions':
      return resourceVersion !== null && expectation.resourceVersions.includes(resourceVersion)
        ? null
        : unexpected
  }
}

function refusePut(
  set: PriorityClassSet,
  present: PriorityClass | null,
  name: string,
  input: PriorityClassInput,
): Refusal | null {
  const resourceVersion = present?.metadata.resourceVersion ?? ''
  const demanded = input.metadata?.resourceVersion ?? ''
  // As the API server: a version in the object must still be the current one.
  if (demanded !== '' && demanded !== resourceVersion) return { kind: 'outdated', resourceVersion }
  const invalid = present === null ? [] : updateViolations(present, input)
  if (invalid.length > 0) return { kind: 'invalid', violations: invalid }
  if (input.globalDefault !== true) return null
  const holder = without(set, name).find(({ globalDefault }) => globalDefault)
  return holder === undefined ? null : { kind: 'defaultTaken', name: holder.metadata.name }
}

type Metadata = Pick<PriorityClass['metadata'], 'uid' | 'generation' | 'creationTimestamp'>

function newMetadata({ time, uid }: { time: string; uid: string }): Metadata {
  return { uid, generation: 1, creationTimestamp: time }
}

function toClass(
  name: string,
  input: PriorityClassInput,
  { uid, generation, creationTimestamp }: Metadata,
  version: number,
): PriorityClass {
  const { labels, annotations } = input.metadata ?? {}
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: {
      name,
      ...(uid === undefined ? {} : { uid }),
      resourceVersion: String(version),
      generation,
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    value: input.value,
    globalDefault: input.globalDefault ?? false,
    ...(input.description === undefined ? {} : { description: input.description }),
    preemptionPolicy: policyOf(input),
  }
}

function isSame(present: PriorityClass, written: PriorityClass): boolean {
  const { resourceVersion } = present.metadata
  const metadata = { ...written.metadata, resourceVersion }
  return canonicalJson(present) === canonicalJson({ ...written, metadata })
}

function findIn({ classes }: PriorityClassSet, name: string): PriorityClass | null {
  const stored = classes.find(({ metadata }) => metadata.name === name)
  return stored ?? findSystemClass(name)
}

function without({ classes }: PriorityClassSet, name: string): PriorityClass[] {
  return classes.filter(({ metadata }) => metadata.name !== name)
}

function byName(a: PriorityClass, b: PriorityClass): number {
  return a.metadata.name < b.metadata.name ? -1 : 1
}
