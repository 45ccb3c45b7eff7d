import type { Context } from 'hono'
import type { Expectation } from '../../store/priority-classes/refusal.ts'
import type { AppEnv } from '../http/app-env.ts'

export function entityTag(resourceVersion: string): string {
  return `"${resourceVersion}"`
}

/** What If-Match and If-None-Match (RFC 9110) demand of the resource that a write meets. */
export function readExpectation(c: Context<AppEnv>): Expectation {
  const ifMatch = c.req.header('if-match')
  if (ifMatch !== undefined) {
    if (ifMatch.trim() === '*') return { kind: 'present' }
    return { kind: 'versions', resourceVersions: strongTags(ifMatch) }
  }
  return c.req.header('if-none-match')?.trim() === '*' ? { kind: 'absent' } : { kind: 'any' }
}

/** Whether the caller has the current representation already; weak comparison, as for every GET. */
export function isNotModified(c: Context<AppEnv>, tag: string): boolean {
  const tags = c.req.header('if-none-match')?.split(',') ?? []
  return tags.some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag)
}

// If-Match compares strongly: a weak tag matches nothing.
function strongTags(list: string): string[] {
  return list.split(',').flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? [])
}
