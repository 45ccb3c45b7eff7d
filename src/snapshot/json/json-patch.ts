import { err, ok, type Result } from '../../result.ts'
import { isObject, type JsonObject } from './fields.ts'

/** One operation of RFC 6902. */
export type PatchOperation =
  | { readonly op: 'add'; readonly path: string; readonly value?: unknown }
  | { readonly op: 'replace'; readonly path: string; readonly value?: unknown }
  | { readonly op: 'test'; readonly path: string; readonly value?: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'copy'; readonly from: string; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string }

export interface PatchFault {
  /** Of the operation that cannot be done. */
  readonly index: number
  readonly member: 'path' | 'from' | 'value'
  readonly message: string
}

/** Values that all operations of a patch may copy: a copy of copies would double with each. */
const COPIED_PARTS_MAX = 10_000
/** Objects and arrays inside each other, as in the body of a request. */
const DEPTH_MAX = 64

/**
 * The document with all operations done, or which cannot be; what was given stays as it is. Names are
 * members of objects only where an object has them itself.
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly PatchOperation[],
): Result<unknown, PatchFault> {
  const patching = new Patching(document)
  for (const [index, operation] of operations.entries()) {
    const fault = patching.apply(operation)
    if (fault !== null) return err({ index, ...fault })
  }
  return ok(patching.document)
}

type Fault = Omit<PatchFault, 'index'> | null

class Patching {
  document: unknown
  private copiedParts = 0

  constructor(document: unknown) {
    this.document = document
  }

  /** Null once it is done. */
  apply(operation: PatchOperation): Fault {
    const steps = stepsOf(operation.path)
    switch (operation.op) {
      case 'add':
        return this.add(steps, operation.value)
      case 'copy':
        return this.copy(steps, stepsOf(operation.from))
      case 'move':
        return this.move(steps, stepsOf(operation.from))
      default:
        return this.onFound(operation, steps)
    }
  }

  private onFound(
    operation: Extract<PatchOperation, { op: 'remove' | 'replace' | 'test' }>,
    steps: Steps,
  ): Fault {
    const found = valueAt(this.document, steps)
    if (found === NOTHING) return NOT_THERE
    if (operation.op === 'test') {
      return isEqual(found, operation.value) ? null : fault('value', 'the value is another one')
    }
    if (operation.op === 'replace' && isTooDeep(steps, operation.value)) return TOO_DEEP
    const next = operation.op === 'remove' ? REMOVED : operation.value
    this.document = change(this.document, steps, next)
    return null
  }

  private add(steps: Steps, value: unknown): Fault {
    if (isTooDeep(steps, value)) return TOO_DEEP
    const added = insert(this.document, steps, value)
    if (added === NOTHING) return fault('path', 'there is no place for it')
    this.document = added
    return null
  }

  private copy(steps: Steps, from: Steps): Fault {
    const value = valueAt(this.document, from)
    if (value === NOTHING) return { ...NOT_THERE, member: 'from' }
    this.copiedParts += countParts(value)
    if (this.copiedParts <= COPIED_PARTS_MAX) return this.add(steps, value)
    return fault('from', `the patch copies more than ${COPIED_PARTS_MAX} values`)
  }

  private move(steps: Steps, from: Steps): Fault {
    const value = valueAt(this.document, from)
    if (value === NOTHING) return { ...NOT_THERE, member: 'from' }
    if (isWithin(steps, from)) return fault('path', 'a value cannot move into itself')
    this.document = change(this.document, from, REMOVED)
    return this.add(steps, value)
  }
}

function fault(member: PatchFault['member'], message: string) {
  return { member, message }
}

const NOT_THERE = fault('path', 'there is no such value')
const TOO_DEEP = fault('path', `more than ${DEPTH_MAX} objects and arrays inside each other`)

function isTooDeep(steps: Steps, value: unknown): boolean {
  return steps.length + depthOf(value) > DEPTH_MAX
}

const NOTHING: unique symbol = Symbol('nothing')
const REMOVED: unique symbol = Symbol('removed')

type Steps = readonly string[]

function stepsOf(pointer: string): Steps {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Array indexes as RFC 6901 writes them. */
const INDEX = /^(?:0|[1-9]\d{0,8})$/

function memberAt(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    return INDEX.test(step) && Number(step) < value.length ? value[Number(step)] : NOTHING
  }
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : NOTHING
}

function valueAt(document: unknown, steps: Steps): unknown {
  return steps.reduce(memberAt, document)
}

/** With the value at a place that is there replaced, or taken away. */
function change(value: unknown, steps: Steps, next: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return next === REMOVED ? null : next
  const isLast = rest.length === 0
  if (Array.isArray(value)) {
    const index = Number(step)
    if (isLast && next === REMOVED) return value.toSpliced(index, 1)
    return value.with(index, change(value[index], rest, next))
  }
  if (!isObject(value)) return value
  if (isLast && next === REMOVED) return withoutMember(value, step)
  return { ...value, [step]: change(value[step], rest, next) }
}

/** With a value at a new place, or in the place of another; NOTHING where there is none. */
function insert(document: unknown, steps: Steps, value: unknown): unknown {
  const last = steps.at(-1)
  if (last === undefined) return value
  const parentSteps = steps.slice(0, -1)
  const parent = valueAt(document, parentSteps)
  if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : Number(last)
    if ((last !== '-' && !INDEX.test(last)) || index > parent.length) return NOTHING
    return change(document, parentSteps, parent.toSpliced(index, 0, value))
  }
  if (!isObject(parent)) return NOTHING
  return change(document, parentSteps, { ...parent, [last]: value })
}

function withoutMember(object: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== member))
}

function isWithin(steps: Steps, parent: Steps): boolean {
  return parent.length < steps.length && parent.every((step, index) => steps[index] === step)
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value) : []
}

function countParts(value: unknown): number {
  let parts = 0
  const open = [value]
  while (open.length > 0 && parts <= COPIED_PARTS_MAX) {
    const children = childrenOf(open.pop())
    for (const child of children) open.push(child)
    parts++
  }
  return parts
}

function depthOf(value: unknown): number {
  let depth = 0
  for (let level: readonly unknown[] = [value]; depth <= DEPTH_MAX; depth++) {
    level = level.flatMap(childrenOf)
    if (level.length === 0) return depth
  }
  return depth
}

/** Numbers by value, members in any order. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
    )
  }
  return a === b
}
