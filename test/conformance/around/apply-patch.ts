type Json = { [key: string]: Json } | Json[] | string | number | boolean | null | undefined

interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string
  value?: unknown
}

/** A JSON Patch (RFC 6902) of these three operations, applied to a copy. */
export function applyPatch(document: unknown, operations: readonly Operation[]): unknown {
  const root = { document: structuredClone(document) } as { document: Json } // JSON as parsed
  for (const operation of operations) {
    const steps = ['document', ...operation.path.split('/').slice(1)].map(unescapeStep)
    const last = steps.pop() ?? ''
    let place: Json = root
    for (const step of steps) place = child(place, step)
    if (Array.isArray(place)) changeList(place, last, operation)
    else if (typeof place === 'object' && place !== null) changeObject(place, last, operation)
    else throw new Error(`${operation.path}: no such place`)
  }
  return root.document
}

function changeList(list: Json[], last: string, { op, value }: Operation): void {
  const items = op === 'remove' ? [] : [structuredClone(value) as Json] // JSON as parsed
  list.splice(Number(last), op === 'add' ? 0 : 1, ...items)
}

function changeObject(object: Record<string, Json>, last: string, { op, value }: Operation): void {
  const isThere = Object.hasOwn(object, last)
  if (isThere !== (op !== 'add')) throw new Error(`${op} ${last}: ${isThere}`)
  if (op === 'remove') delete object[last]
  else object[last] = structuredClone(value) as Json // JSON as parsed
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function child(value: Json, step: string): Json {
  if (Array.isArray(value)) return value[Number(step)]
  return typeof value === 'object' && value !== null ? value[step] : undefined
}
