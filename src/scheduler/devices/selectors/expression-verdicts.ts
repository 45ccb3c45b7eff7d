import type { AttributeValue } from '../../../snapshot/devices/device-attribute.ts'
import type { CompileError, DeviceRead, DeviceSelector } from '../cel/device-selector.ts'
import type { DeviceCursor } from './device-cursor.ts'
import type { Projection } from './projection.ts'

export const UNKNOWN = 0
export const MATCHES = 1
export const DIFFERS = 2
export const FAILS = 3

/** Why an expression cannot judge a device. */
export interface ExpressionFailure {
  readonly when: 'compile' | 'runtime'
  readonly text: string
}

/** What one expression says of each device. */
export class ExpressionVerdicts {
  private readonly compiled: DeviceSelector | CompileError
  readonly projection: Projection
  private readonly cursor: DeviceCursor
  private readonly verdict: Uint8Array
  private readonly texts = new Map<number, string>()

  constructor(
    compiled: DeviceSelector | CompileError,
    projection: Projection,
    cursor: DeviceCursor,
  ) {
    this.compiled = compiled
    this.projection = projection
    this.cursor = cursor
    this.verdict = new Uint8Array(projection.count)
  }

  get expression(): string {
    return 'expression' in this.compiled ? this.compiled.expression : ''
  }

  judge(row: number): number {
    if ('compileError' in this.compiled) return FAILS
    const id = this.projection.of(row)
    const known = this.verdict[id]
    if (known !== UNKNOWN) return known
    const result = this.compiled.matches(this.cursor.moveTo(row))
    let verdict = FAILS
    if ('error' in result) this.texts.set(id, result.error)
    else verdict = result.matched ? MATCHES : DIFFERS
    this.verdict[id] = verdict
    return verdict
  }

  /** Nothing where an expression finds out what it reads while it runs. */
  valuesRead(row: number): { readonly name: string; readonly value: string | null }[] {
    if (!isCompiled(this.compiled)) return []
    const device = this.cursor.moveTo(row)
    return (this.compiled.dependsOn ?? []).map((read) => ({
      name: readText(read),
      value: valueRead(device, read),
    }))
  }

  failure(row: number): ExpressionFailure {
    if ('compileError' in this.compiled) {
      return { when: 'compile', text: this.compiled.compileError }
    }
    return { when: 'runtime', text: this.texts.get(this.projection.of(row)) ?? '' }
  }
}

function readText(read: DeviceRead): string {
  if (!('id' in read)) return `device.${read.what}`
  const map = read.what === 'attribute' ? 'attributes' : 'capacity'
  return `device.${map}["${read.domain}"].${read.id}`
}

function valueRead(device: DeviceCursor, read: DeviceRead): string | null {
  if (!('id' in read)) return String(device[read.what])
  const full = `${read.domain}/${read.id}`
  const isOwn = read.domain === device.driver
  if (read.what === 'capacity') {
    return device.capacity(full) ?? (isOwn ? device.capacity(read.id) : undefined) ?? null
  }
  const value = device.attribute(full) ?? (isOwn ? device.attribute(read.id) : undefined)
  return value === undefined || value === null ? null : attributeText(value)
}

function attributeText(value: Exclude<AttributeValue, null>): string {
  if (Array.isArray(value)) return `[${value.map(attributeText).join(', ')}]`
  return typeof value === 'object' && 'version' in value ? value.version : String(value)
}

export function isCompiled(compiled: DeviceSelector | CompileError): compiled is DeviceSelector {
  return !('compileError' in compiled)
}
