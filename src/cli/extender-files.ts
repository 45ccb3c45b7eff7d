import { readFileSync } from 'node:fs'
import { reasonOf } from '../reason-of.ts'
import { err, ok, type Result } from '../result.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'

const FIELDS = [
  ['caFile', 'caData'],
  ['certFile', 'certData'],
  ['keyFile', 'keyData'],
] as const

/** A configuration whose extenders name no files: they are read here, where it is used; data goes first. */
export function withExtenderFiles(config: unknown): Result<unknown, readonly string[]> {
  const extenders = isObject(config) ? config['extenders'] : undefined
  if (!isObject(config) || !Array.isArray(extenders)) return ok(config)
  const problems: string[] = []
  const read = extenders.map((extender: unknown, index) => {
    const tls = isObject(extender) ? extender['tlsConfig'] : undefined
    if (!isObject(extender) || !isObject(tls)) return extender
    return { ...extender, tlsConfig: withData(tls, `/extenders/${index}/tlsConfig`, problems) }
  })
  return problems.length > 0 ? err(problems) : ok({ ...config, extenders: read })
}

function withData(tls: JsonObject, place: string, problems: string[]): JsonObject {
  let { ...read } = tls
  for (const [file, data] of FIELDS) {
    const { [file]: path, ...rest } = read
    if (typeof path !== 'string' || path === '') continue
    read = rest
    if (rest[data] !== undefined) continue
    try {
      read = { ...rest, [data]: readFileSync(path).toString('base64') }
    } catch (error) {
      problems.push(`${place}/${file}: ${reasonOf(error)}`)
    }
  }
  return read
}
