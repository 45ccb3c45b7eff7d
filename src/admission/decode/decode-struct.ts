import { goQuote } from '../go/quote.ts'
import { type FieldType, fieldType } from '../types/field.ts'
import { fieldsOf, type StructName } from '../types/types.ts'
import { type StructValue, type Value, zeroOf, zeroStruct } from '../types/zero.ts'
import { type Fault, goPath, type StrictFault } from './fault.ts'
import { foldName } from './fold-name.ts'
import { integerOf } from './integer.ts'
import { JsonCursor } from './json-cursor.ts'
import { unmarshal } from './unmarshal.ts'

export type Decoded = DecodedAs<StructValue>
export type DecodedValue = DecodedAs<Value>
type DecodedAs<Type> =
  | { readonly ok: true; readonly value: Type; readonly strict: readonly StrictFault[] }
  | { readonly ok: false; readonly fault: Fault }

export interface FieldFaults {
  readonly strict: readonly StrictFault[]
  /** The first wrong type. */
  readonly fault: Fault | null
}

/** sigs.k8s.io/json reports no more. */
const STRICT_FAULTS_MAX = 100
/** Objects, entries of maps and unknown fields of one pod; real ones have some hundred. */
export const PARTS_MAX = 5_000
const INT32_MAX = 2n ** 31n - 1n
const INT32_MIN = -(2n ** 31n)
const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** Decodes a text that is known to be JSON into a struct of the tables. */
export function decodeStruct(text: string, name: StructName): Decoded {
  const decoded = new Decoder(text, false).decode(fieldType(name), zeroStruct(name))
  return decoded.ok ? { ...decoded, value: decoded.value as StructValue } : decoded // as it was given
}

/** What is wrong with the fields of a struct of the tables, whatever else is. */
export function decodeFields(text: string, name: string): FieldFaults {
  return new Decoder(text, false).check(fieldType(name), zeroStruct(name))
}

/** Decodes as encoding/json itself does, to which "KEY" is as good as "Key". */
export function decodeFolded(text: string, type: string): DecodedValue {
  return new Decoder(text, true).decode(fieldType(type), undefined)
}

/**
 * sigs.k8s.io/json over encoding/json's decoder: names are case-sensitive, the last of several
 * fields wins but is merged into what the first left, null clears what can be absent and is ignored
 * elsewhere, the first wrong type is reported at the end and an unmarshaler's error at once.
 */
class Decoder {
  private readonly json: JsonCursor
  private readonly isFolded: boolean
  private readonly path: (string | number)[] = []
  /** The struct field that is being decoded, for errors: Go's errorContext. */
  private struct = ''
  private fieldStack: string[] = []
  private fault: Fault | null = null
  private isOver = false
  private readonly strict: StrictFault[] = []
  private readonly seen = new Set<string>()
  private partCount = 0

  constructor(text: string, isFolded: boolean) {
    this.json = new JsonCursor(text)
    this.isFolded = isFolded
  }

  decode(type: FieldType, into: Value): DecodedValue {
    const value = this.value(type, into)
    if (this.fault !== null) return { ok: false, fault: this.fault }
    return { ok: true, value, strict: this.strict }
  }

  check(type: FieldType, into: Value): FieldFaults {
    this.value(type, into)
    return { strict: this.strict, fault: this.fault }
  }

  /** Decodes the next value into what is there already, and gives what is there now. */
  private value(type: FieldType, current: Value): Value {
    this.json.skipSpace()
    const char = this.json.peek()
    if (type.isPointer && char === 'n') return this.json.skipValue()
    const custom = unmarshal(type, this.json, current)
    if (custom !== null) return this.unmarshaled(custom, current)
    if (char === '{') return this.object(type, current)
    if (char === '[') return this.array(type, current)
    if (char === '"') return this.text(type, current)
    if (char === 'n') return this.nothing(type, current)
    return char === 't' || char === 'f' ? this.truth(type, current) : this.number(type, current)
  }

  private unmarshaled(result: ReturnType<typeof unmarshal> & object, current: Value): Value {
    if (result.ok) return result.value
    // An unmarshaler's error ends it all, whatever was wrong before.
    const { message, typeError, beyond } = result
    const full = typeError === undefined ? message : this.typeError(typeError, result.goType)
    this.fault = { message: full, path: [...this.path], beyond }
    this.isOver = true
    return current
  }

  private wrongType(found: string, type: FieldType): void {
    if (this.fault !== null) return
    this.fault = { message: this.typeError(found, type.goType), path: [...this.path] }
  }

  private typeError(found: string, goType: string): string {
    const fields = this.fieldStack.join('.')
    const where = fields === '' ? 'Go value' : `Go struct field ${this.struct}.${fields}`
    return `json: cannot unmarshal ${found} into ${where} of type ${goType}`
  }

  private array(type: FieldType, current: Value): Value {
    const { element } = type
    if (type.kind !== 'list' || element === null) {
      this.wrongType('array', type)
      this.json.skipValue()
      return current
    }
    const items = (current as Value[] | undefined) ?? [] // a list's value is a list
    let index = 0
    this.json.open()
    while (!this.json.tryClose() && !this.isOver) {
      this.path.push(index)
      items[index] = this.value(element, index < items.length ? items[index] : zeroOf(element))
      this.path.pop()
      index++
    }
    items.length = index
    return items
  }

  private object(type: FieldType, current: Value): Value {
    if (type.kind === 'map') return this.map(type, current)
    if (type.kind === 'struct') return this.fields(type.struct, current)
    this.wrongType('object', type)
    this.json.skipValue()
    return current
  }

  private map({ element }: FieldType, current: Value): Value {
    const map = (current as Map<string, Value> | undefined) ?? new Map<string, Value>() // a map's value
    if (element === null) return map
    const keys = new Set<string>()
    this.json.open()
    while (!this.json.tryClose() && !this.isOver) {
      const key = this.json.takeKey()
      if (keys.has(key)) this.addStrict('duplicate field', key, '')
      keys.add(key)
      this.path.push(key)
      map.set(key, this.value(element, zeroOf(element)))
      if (this.isTooMuch()) return map
      this.path.pop()
    }
    return map
  }

  private fields(name: string, current: Value): Value {
    const struct = (current as StructValue | undefined) ?? zeroStruct(name) // a struct's value
    if (this.isTooMuch()) return struct
    const types = fieldsOf(name)
    const [outerStruct, outerStack] = [this.struct, this.fieldStack]
    const keys = new Set<string>()
    this.json.open()
    while (!this.json.tryClose() && !this.isOver) {
      const given = this.json.takeKey()
      const key = this.isFolded ? unfolded(given, types) : given
      const type = types.get(key)
      if (type === undefined) {
        this.addStrict('unknown field', key, name)
        this.json.skipValue()
        if (this.isTooMuch()) return struct
        continue
      }
      if (keys.has(key)) this.addStrict('duplicate field', key, name)
      keys.add(key)
      this.struct = nameOf(name)
      this.fieldStack = [...outerStack, ...(type.embedded === '' ? [] : [type.embedded]), key]
      this.path.push(key)
      struct[key] = this.value(type, struct[key])
      if (this.isOver) return struct
      this.path.pop()
      this.struct = outerStruct
      this.fieldStack = outerStack
    }
    return struct
  }

  /** Counts one part more. */
  private isTooMuch(): boolean {
    if (++this.partCount <= PARTS_MAX) return false
    const message = `the object has more than ${PARTS_MAX} parts`
    this.fault = { message, path: [...this.path], beyond: 'too-many' }
    this.isOver = true
    return true
  }

  private addStrict(kind: StrictFault['kind'], field: string, struct: string): void {
    if (this.strict.length >= STRICT_FAULTS_MAX) return
    const path = [...this.path, field]
    const message = `${kind} ${goQuote(goPath(path))}`
    if (this.seen.has(message)) return
    this.seen.add(message)
    this.strict.push({ message, path, kind, field, struct })
  }

  private text(type: FieldType, current: Value): Value {
    if (type.kind === 'string') return this.json.takeString()
    this.wrongType('string', type)
    this.json.skipValue()
    return current
  }

  private nothing(type: FieldType, current: Value): Value {
    this.json.skipValue()
    return type.kind === 'list' || type.kind === 'map' ? undefined : current
  }

  private truth(type: FieldType, current: Value): Value {
    const literal = this.json.takeLiteral()
    if (type.kind === 'bool') return literal === 'true'
    this.wrongType('bool', type)
    return current
  }

  private number(type: FieldType, current: Value): Value {
    const literal = this.json.takeLiteral()
    if (type.kind !== 'int32' && type.kind !== 'int64') {
      this.wrongType('number', type)
      return current
    }
    const value = integerOf(literal)
    const [min, max] = type.kind === 'int32' ? [INT32_MIN, INT32_MAX] : [INT64_MIN, INT64_MAX]
    if (value === null || value < min || value > max) {
      this.wrongType(`number ${literal}`, type)
      return current
    }
    return type.kind === 'int32' ? Number(value) : value
  }
}

/** reflect.Type.Name: without the package, and empty for a struct without a name. */
function nameOf(struct: string): string {
  return struct.startsWith('struct ') ? '' : struct.slice(struct.indexOf('.') + 1)
}

/** The field of which a name is some case, or the name itself. */
function unfolded(name: string, types: ReadonlyMap<string, FieldType>): string {
  if (types.has(name)) return name
  const folded = foldName(name)
  return [...types.keys()].find((field) => foldName(field) === folded) ?? name
}
