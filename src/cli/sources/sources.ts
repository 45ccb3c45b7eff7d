import { isObject } from '../../snapshot/json/fields.ts'

/** A value and where it was read. */
export interface Sourced {
  readonly value: unknown
  /** The file, and in a file of several documents which one. */
  readonly name: string
  /** RFC 6901 pointer within the document. */
  readonly pointer: string
  /** Where an editor finds the document; absent: in no file. */
  readonly origin?: Origin
}

/** The first line of a document. */
export interface Origin {
  readonly file: string
  readonly line: number
}

/** The documents of a file, each with its name and, if they are known, its place. */
export function sourcesOf(
  name: string,
  documents: readonly unknown[],
  places?: { readonly file: string; readonly lines: readonly number[] },
): Sourced[] {
  return documents.map((value, index) => ({
    value,
    name: documents.length === 1 ? name : `${name}, document ${index + 1}`,
    pointer: '',
    ...(places === undefined
      ? {}
      : { origin: { file: places.file, line: places.lines[index] ?? 1 } }),
  }))
}

/** The members of an array below a source; anything but an array has none. */
export function membersOf(source: Sourced, array: unknown, below: string): Sourced[] {
  if (!Array.isArray(array)) return []
  const { pointer } = source
  return array.map((value, index) => ({
    ...source,
    value,
    pointer: `${pointer}${below}/${index}`,
  }))
}

/** The parts of a snapshot: a file may hold an array of them, but an array within an array is none. */
export function partsOf(sources: readonly Sourced[]): Sourced[] {
  return sources.flatMap((source) =>
    Array.isArray(source.value) ? membersOf(source, source.value, '') : [source],
  )
}

/** What several files hold together, as one snapshot. */
export function snapshotOf(sources: readonly Sourced[]): unknown[] {
  return partsOf(sources).map(({ value }) => value)
}

/** Says where something below a source is: the file, the place, and the object that it is in. */
export function namePlace({ value, name, pointer }: Sourced, below: string): string {
  const place = `${pointer}${below}`
  const owner = ownerOf(value, below)
  return `${name}${place === '' ? '' : `: ${place}`}${owner === '' ? '' : ` (${owner})`}`
}

/** The innermost Kubernetes object on the way, as `Pod shop/web-1`. */
function ownerOf(root: unknown, pointer: string): string {
  let value = root
  let owner = titleOf(root)
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = value[Number(key)]
    else if (isObject(value)) value = value[key]
    else break
    owner = titleOf(value) || owner
  }
  return owner
}

function titleOf(value: unknown): string {
  if (!isObject(value) || !isObject(value['metadata'])) return ''
  const { name, namespace } = value['metadata']
  if (typeof name !== 'string') return ''
  const full = typeof namespace === 'string' ? `${namespace}/${name}` : name
  return typeof value['kind'] === 'string' ? `${value['kind']} ${full}` : full
}
