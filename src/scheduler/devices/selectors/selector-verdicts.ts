import type { DeviceClass, DeviceSelector } from '../../../snapshot/devices/device-class.ts'
import type { DeviceRead, SelectorCompiler } from '../cel/device-selector.ts'
import type { DeviceTable } from '../inventory/device-table.ts'
import type { DeviceCursor } from './device-cursor.ts'
import {
  type ExpressionFailure,
  ExpressionVerdicts,
  isCompiled,
  MATCHES,
  UNKNOWN,
} from './expression-verdicts.ts'
import { DeviceParts, Projection, projectionKey } from './projection.ts'
import { Recent } from './recent.ts'

const LISTS_MAX = 256
const EXPRESSIONS_MAX = 512
const PROJECTIONS_MAX = 64

/** A selector that cannot judge a device, which ends the attempt. */
export interface SelectorFailure extends ExpressionFailure {
  /** The device class whose selector it is; null: the request's own. */
  readonly deviceClass: string | null
  readonly index: number
}

/** Which devices selectors choose. Devices that agree in all that an expression reads are judged once. */
export class SelectorVerdicts {
  private readonly table: DeviceTable
  private readonly cursor: DeviceCursor
  private readonly parts: DeviceParts
  private readonly compiler: SelectorCompiler
  private readonly lists = new Recent<SelectorList>(LISTS_MAX)
  private readonly expressions = new Recent<ExpressionVerdicts>(EXPRESSIONS_MAX)
  private readonly projections = new Recent<Projection>(PROJECTIONS_MAX)

  constructor(table: DeviceTable, cursor: DeviceCursor, compiler: SelectorCompiler) {
    this.table = table
    this.cursor = cursor
    this.parts = new DeviceParts(table, cursor)
    this.compiler = compiler
  }

  /** Those of the class, then those of the request. */
  list(deviceClass: DeviceClass, selectors: readonly DeviceSelector[]): SelectorList {
    const key = JSON.stringify([deviceClass.name, selectors])
    return this.lists.get(key, () => {
      const ofClass = deviceClass.selectors.map((selector) => this.expression(selector))
      const own = selectors.map((selector) => this.expression(selector))
      return new SelectorList(this.table, deviceClass.name, ofClass, own)
    })
  }

  private expression(selector: DeviceSelector): ExpressionVerdicts {
    const text = selector ?? ''
    return this.expressions.get(text, () => {
      const compiled = this.compiler.compile(text)
      // A selector that is no expression judges all devices alike.
      const reads = isCompiled(compiled) ? compiled.dependsOn : []
      return new ExpressionVerdicts(compiled, this.projection(reads), this.cursor)
    })
  }

  private projection(reads: readonly DeviceRead[] | null): Projection {
    const key = projectionKey(reads)
    return this.projections.get(key, () => new Projection(this.table, this.parts, reads))
  }
}

/** The selectors that a device must meet together. */
export class SelectorList {
  private readonly table: DeviceTable
  private readonly className: string
  private readonly ofClass: readonly ExpressionVerdicts[]
  private readonly all: readonly ExpressionVerdicts[]
  private readonly verdict: Uint8Array

  constructor(
    table: DeviceTable,
    className: string,
    ofClass: readonly ExpressionVerdicts[],
    own: readonly ExpressionVerdicts[],
  ) {
    this.table = table
    this.className = className
    this.ofClass = ofClass
    this.all = [...ofClass, ...own]
    this.verdict = new Uint8Array(table.kindCount)
  }

  /** MATCHES, DIFFERS or FAILS. */
  judge(row: number): number {
    const kind = this.table.kind[row]
    const known = this.verdict[kind]
    if (known !== UNKNOWN) return known
    const at = this.firstObjection(row)
    const verdict = at < 0 ? MATCHES : this.all[at].judge(row)
    this.verdict[kind] = verdict
    return verdict
  }

  /** The selector that the device does not meet first, -1 when it meets all. */
  firstObjection(row: number): number {
    return this.all.findIndex((one) => one.judge(row) !== MATCHES)
  }

  /** What the selectors look at of devices. */
  projections(): Projection[] {
    return this.all.map(({ projection }) => projection)
  }

  failure(row: number): SelectorFailure {
    const at = this.firstObjection(row)
    const { length } = this.ofClass
    const place =
      at < length
        ? { deviceClass: this.className, index: at }
        : { deviceClass: null, index: at - length }
    return { ...place, ...this.all[at].failure(row) }
  }

  /** What a selector reads of the device, as the expression would write it, and what is there. */
  valuesRead(at: number, row: number): { readonly name: string; readonly value: string | null }[] {
    return this.all[at].valuesRead(row)
  }

  /** The text of a selector by `firstObjection`, and whether it is the class's. */
  selector(at: number): { readonly expression: string; readonly isOfClass: boolean } {
    return { expression: this.all[at].expression, isOfClass: at < this.ofClass.length }
  }
}
