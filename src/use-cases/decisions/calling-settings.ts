import type { Post } from '../../outbound/post.ts'
import type { ExtenderCalling } from './call-extenders.ts'

type Env = Readonly<Record<string, string | undefined>>

/** EXTENDERS, EXTENDERS_URLS and EXTENDERS_ALLOW_PRIVATE; throws a TypeError that names the variable. */
export function readCallingSettings(env: Env, post: Post | null): ExtenderCalling | null {
  const mode = env['EXTENDERS'] || 'name'
  if (mode === 'name') return null
  if (mode !== 'call') throw new TypeError(`EXTENDERS is name or call, not ${JSON.stringify(mode)}`)
  if (post === null) throw new TypeError('EXTENDERS=call is for Node: nothing is called from here')
  const urls = (env['EXTENDERS_URLS'] ?? '').split(',').flatMap((url) => url.trim() || [])
  for (const url of urls) {
    if (!URL.canParse(url))
      throw new TypeError(`EXTENDERS_URLS: ${JSON.stringify(url)} is no address`)
  }
  return { post, urls, mayBePrivate: readFlag(env, 'EXTENDERS_ALLOW_PRIVATE') }
}

export function readFlag(env: Env, name: string): boolean {
  const text = env[name] || 'false'
  if (text !== 'true' && text !== 'false') throw new TypeError(`${name} is true or false`)
  return text === 'true'
}
