import type * as z from 'zod'
import { isObject } from './snapshots/kubernetes-object.ts'

/** When a rule over several fields is held: together with whatever else is wrong, unless that is one of them. */
export function unlessWrong(...fields: readonly string[]) {
  return ({ value, issues }: z.core.ParsePayload): boolean =>
    isObject(value) && !issues.some(({ path }) => fields.includes(String(path?.[0])))
}
