import type { Fields } from '../json/fields.ts'

/** One value of an attribute: an int is a bigint, a version is kept as its text. */
export type AttributeScalar = string | boolean | bigint | DeviceVersion

/** Lists exist since 1.37 (DRAListTypeAttributes); null is an attribute without any value. */
export type AttributeValue = AttributeScalar | readonly AttributeScalar[] | null

export interface DeviceVersion {
  readonly version: string
}

/** The attributes of a device, by their names as they are written in the slice. */
export function readAttributes(device: Fields): Map<string, AttributeValue> {
  const attributes = new Map<string, AttributeValue>()
  const fields = device.object('attributes')
  if (fields === undefined) return attributes
  for (const name of Object.keys(fields.value)) {
    attributes.set(name, readAttribute(fields.objectOrEmpty(name)))
  }
  return attributes
}

/** The first of the fields that is set, in upstream's order; a well-formed attribute has one. */
function readAttribute(attribute: Fields): AttributeValue {
  if (attribute.has('int')) return BigInt(attribute.integer('int') ?? 0)
  if (attribute.has('bool')) return attribute.boolean('bool')
  if (attribute.has('string')) return attribute.string('string') ?? ''
  if (attribute.has('version')) return { version: attribute.string('version') ?? '' }
  if (attribute.has('ints')) return attribute.integers('ints').map(BigInt)
  if (attribute.has('bools')) return attribute.booleans('bools')
  if (attribute.has('strings')) return attribute.strings('strings')
  if (attribute.has('versions'))
    return attribute.strings('versions').map((version) => ({ version }))
  return null
}
