import type { PriorityClassesUsed } from '../../../schemas/store/audit-content.ts'
import type { PriorityClass, PriorityClassInput } from '../../../schemas/store/priority-class.ts'
import { err, ok, type Result } from '../../result.ts'
import type { LogFailure } from '../audit/fault.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { StorePort, Unavailable } from '../port.ts'
import { type ClassWriter, change, findStored } from './change.ts'
import { type Expectation, type Refusal, refuseExpectation } from './refusal.ts'
import {
  findSystemClass,
  isSystemName,
  policyOf,
  SYSTEM_CLASSES,
  updateViolations,
  violations,
} from './rules.ts'
import { type PriorityClassSet, readClassSet, usedOf } from './set.ts'

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
  writer: ClassWriter,
  name: string,
  input: PriorityClassInput,
  expectation: Expectation,
): Promise<Result<{ written: PriorityClass; isNew: boolean }, Refusal | LogFailure>> {
  const invalid = violations(name, input)
  if (invalid.length > 0) return err({ kind: 'invalid', violations: invalid })
  const birth = { time: writer.log.runtime.now().toISOString(), uid: writer.log.runtime.randomId() }
  return change(writer, name, (set) => {
    const present = findIn(set, name)
    const refusal = refuseExpectation(present, expectation) ?? refusePut(set, present, name, input)
    if (refusal !== null) return err(refusal)
    const version = set.version + 1
    const written = toClass(name, input, present?.metadata ?? newMetadata(birth), version)
    if (present !== null && (isSystemName(name) || isSame(present, written))) {
      return ok({ classes: null, answer: { written: present, isNew: false } })
    }
    const classes = [...without(set, name), written].sort(byName)
    return ok({ classes, answer: { written, isNew: present === null } })
  })
}

/** Deletes a class; pods that were decided with it keep their priority, as in Kubernetes. */
export async function deletePriorityClass(
  writer: ClassWriter,
  name: string,
  expectation: Expectation,
): Promise<Result<PriorityClass, Refusal | LogFailure>> {
  return change(writer, name, (set) => {
    const present = findIn(set, name)
    if (present === null) return err({ kind: 'notFound' })
    if (isSystemName(name)) return err({ kind: 'reserved' })
    const refusal = refuseExpectation(present, expectation)
    if (refusal !== null) return err(refusal)
    return ok({ classes: without(set, name), answer: present })
  })
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
  return findStored(classes, name) ?? findSystemClass(name)
}

function without({ classes }: PriorityClassSet, name: string): PriorityClass[] {
  return classes.filter(({ metadata }) => metadata.name !== name)
}

function byName(a: PriorityClass, b: PriorityClass): number {
  return a.metadata.name < b.metadata.name ? -1 : 1
}
