import { isMap } from './cel-map.ts'
import { Bytes, CelList, type CelValue, Optional, TypeValue, Uint } from './cel-value.ts'
import { typeNameOf } from './type-name.ts'

/** Go's name for the type that holds a value (%T), which some of cel-go's errors show. */
export function goTypeName(value: CelValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'types.Bool'
    case 'bigint':
      return 'types.Int'
    case 'number':
      return 'types.Double'
    case 'string':
      return 'types.String'
    default:
      return objectName(value)
  }
}

function objectName(value: CelValue): string {
  if (value === null) return 'types.Null'
  if (value instanceof Uint) return 'types.Uint'
  if (value instanceof Bytes) return 'types.Bytes'
  if (value instanceof CelList) return '*types.baseList'
  if (value instanceof Optional) return '*types.Optional'
  if (value instanceof TypeValue) return '*types.Type'
  if (isMap(value)) return '*types.baseMap'
  const name = typeNameOf(value).replace(/^.*\./, '')
  return name === 'Duration' || name === 'Timestamp' ? `types.${name}` : `cel.${name}`
}
