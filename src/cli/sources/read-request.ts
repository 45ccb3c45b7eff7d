import type * as z from 'zod'
import { err, ok, type Result } from '../../result.ts'

/** The bounds of a server are none of a command's: whoever calls it waits for it. */
export const UNBOUNDED: { readonly nodesMax: number; readonly podsMax: number } = {
  nodesMax: Number.POSITIVE_INFINITY,
  podsMax: Number.POSITIVE_INFINITY,
}

/** What a command asks, as the API would be sent it; errors say what of it is wrong, by option if it is one. */
export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  options: Readonly<Record<string, string>> = {},
): Result<z.output<Schema>, readonly string[]> {
  const parsed = schema.safeParse(request)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues.map(({ path, message }) =>
      path.length === 0
        ? message
        : `${options[path.join('/')] ?? `/${path.join('/')}`}: ${message}`,
    ),
  )
}

/** A whole number of an option. */
export function readCount(
  option: string,
  text: string | undefined,
  least = 1,
): Result<number | undefined, readonly string[]> {
  if (text === undefined) return ok(undefined)
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= least && /^\d+$/.test(text)) return ok(count)
  return err([`${option} is a whole number from ${least} on, not ${JSON.stringify(text)}`])
}

/** A time span in seconds, of an option. */
export function readSeconds(
  option: string,
  text: string | undefined,
): Result<number | undefined, readonly string[]> {
  if (text === undefined) return ok(undefined)
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(s|m|h|d)?$/.exec(text) ?? []
  if (amount !== undefined) return ok(Number(amount) * (SECONDS.get(unit) ?? 1))
  return err([`${option} is a time such as 90, 15m or 2h, not ${JSON.stringify(text)}`])
}

const SECONDS = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
])
