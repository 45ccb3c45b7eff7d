import type { DeviceClaim, DeviceConstraint } from '../../../snapshot/devices/device-request.ts'
import type { DeviceRules } from '../device-rules.ts'
import {
  ABSENT,
  type AttributeColumn,
  type AttributeColumns,
  INCOMPARABLE,
} from '../inventory/attribute-columns.ts'

/** A rule about several devices of a claim. Devices are taken back in the opposite order. */
export interface Constraint {
  readonly written: DeviceConstraint
  /** Whether the device goes with those before it; if so, it is one of them. */
  add(request: number, alternative: number, row: number): boolean
  remove(request: number, alternative: number): void
}

export type Constraints =
  | { readonly ok: true; readonly constraints: readonly Constraint[] }
  /** The first that is of no kind that the release knows. */
  | { readonly ok: false; readonly index: number }

export function makeConstraints(
  claim: DeviceClaim,
  columns: AttributeColumns,
  { distinctAttribute: distinct }: DeviceRules,
): Constraints {
  const constraints: Constraint[] = []
  for (const [index, written] of claim.constraints.entries()) {
    const { matchAttribute, distinctAttribute } = written
    const scope = new Scope(claim, written.requests)
    if (matchAttribute !== null) {
      constraints.push(new MatchAttribute(written, scope, columns.of(matchAttribute)))
    } else if (distinctAttribute !== null && distinct !== 'unknown') {
      const column = columns.of(distinctAttribute)
      const requests = claim.requests?.length ?? 0
      constraints.push(
        distinct === 'all'
          ? new DistinctAttribute(written, scope, column)
          : new DistinctFromLast(written, scope, {
              column,
              requests,
              isCompared: distinct !== 'presence',
            }),
      )
    } else return { ok: false, index }
  }
  return { ok: true, constraints }
}

/** Which requests and alternatives a constraint binds. */
class Scope {
  private readonly bound: readonly (readonly boolean[])[]

  constructor({ requests }: DeviceClaim, names: readonly string[]) {
    const isNamed = (name: string) => names.length === 0 || names.includes(name)
    this.bound = (requests ?? []).map(({ name, firstAvailable }) =>
      firstAvailable.length === 0
        ? [isNamed(name)]
        : firstAvailable.map((one) => isNamed(name) || isNamed(`${name}/${one.name}`)),
    )
  }

  binds(request: number, alternative: number): boolean {
    return this.bound[request][alternative]
  }
}

/** All devices have the same value (matchAttributeConstraint). */
class MatchAttribute implements Constraint {
  readonly written: DeviceConstraint
  private readonly scope: Scope
  private readonly column: AttributeColumn
  private value = ABSENT
  private count = 0

  constructor(written: DeviceConstraint, scope: Scope, column: AttributeColumn) {
    this.written = written
    this.scope = scope
    this.column = column
  }

  add(request: number, alternative: number, row: number): boolean {
    if (!this.scope.binds(request, alternative)) return true
    const value = this.column[row]
    if (value === ABSENT) return false
    if (this.count === 0) this.value = value
    else if (value === INCOMPARABLE || value !== this.value) return false
    this.count++
    return true
  }

  remove(request: number, alternative: number): void {
    if (this.scope.binds(request, alternative)) this.count--
  }
}

/** No two devices have the same value (distinctAttributeConstraint). */
class DistinctAttribute implements Constraint {
  readonly written: DeviceConstraint
  private readonly scope: Scope
  private readonly column: AttributeColumn
  private readonly values: number[] = []

  constructor(written: DeviceConstraint, scope: Scope, column: AttributeColumn) {
    this.written = written
    this.scope = scope
    this.column = column
  }

  add(request: number, alternative: number, row: number): boolean {
    if (!this.scope.binds(request, alternative)) return true
    const value = this.column[row]
    if (value === ABSENT) return false
    if (value === INCOMPARABLE && this.values.length > 0) return false
    if (value !== INCOMPARABLE && this.values.includes(value)) return false
    this.values.push(value)
    return true
  }

  remove(request: number, alternative: number): void {
    if (this.scope.binds(request, alternative)) this.values.pop()
  }
}

interface LastValues {
  readonly column: AttributeColumn
  readonly requests: number
  /** False: only values that cannot be compared are refused, once there is something to compare with. */
  readonly isCompared: boolean
}

/**
 * The same as the releases before 1.37 do it: only the last device of each request is remembered, and
 * none once one of them was taken back.
 */
class DistinctFromLast implements Constraint {
  readonly written: DeviceConstraint
  private readonly scope: Scope
  private readonly column: AttributeColumn
  private readonly isCompared: boolean
  private readonly lastOf: Int32Array
  private count = 0

  constructor(
    written: DeviceConstraint,
    scope: Scope,
    { column, requests, isCompared }: LastValues,
  ) {
    this.written = written
    this.scope = scope
    this.column = column
    this.isCompared = isCompared
    this.lastOf = new Int32Array(requests).fill(ABSENT)
  }

  add(request: number, alternative: number, row: number): boolean {
    if (!this.scope.binds(request, alternative)) return true
    const value = this.column[row]
    if (value === ABSENT) return false
    if (this.count > 0 && this.isRepeated(value)) return false
    this.lastOf[request] = value
    this.count++
    return true
  }

  private isRepeated(value: number): boolean {
    for (const last of this.lastOf) {
      if (last === ABSENT) continue
      if (value === INCOMPARABLE || (this.isCompared && last === value)) return true
    }
    return false
  }

  remove(request: number, alternative: number): void {
    if (!this.scope.binds(request, alternative)) return
    this.lastOf[request] = ABSENT
    this.count--
  }
}
