import { Bytes, CelList, type CelValue, Optional, TypeValue, Uint } from './values/cel-value.ts'
import { typeNameOf } from './values/type-name.ts'

/** What a selector came to as a yes or no, or why it is neither (ref.Val.ConvertToNative). */
export function toBool(value: CelValue): boolean | { readonly error: string } {
  if (typeof value === 'boolean') return value
  const inner = value instanceof Optional ? value.value : value
  if (typeof inner === 'boolean') return inner
  const reason = inner === undefined ? 'optional.none() dereference' : whyNotBool(inner)
  return {
    error: `CEL result of type ${typeNameOf(value)} could not be converted to bool: ${reason}`,
  }
}

function whyNotBool(value: CelValue): string {
  switch (typeof value) {
    case 'string':
      return "unsupported native conversion from string to 'bool'"
    case 'bigint':
      return "unsupported type conversion from 'int' to bool"
    case 'number':
      return "type conversion error from Double to 'bool'"
    default:
      return whyObjectNotBool(value)
  }
}

function whyObjectNotBool(value: CelValue): string {
  if (value instanceof Uint) return "unsupported type conversion from 'uint' to bool"
  if (value instanceof TypeValue) return "type conversion not supported for 'type'"
  return `type conversion error from ${nameOf(value)} to 'bool'`
}

/** How each type's own error names it. */
function nameOf(value: CelValue): string {
  if (value === null) return "'null_type'"
  if (value instanceof Bytes) return 'Bytes'
  if (value instanceof CelList) return 'list'
  if (value instanceof Optional) return 'optional_type'
  const name = typeNameOf(value)
  if (name === 'map') return 'map'
  return `'${name.replace(/^.*\./, '').replace('NamedFormat', 'Format')}'`
}
