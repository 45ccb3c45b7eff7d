import { EntryMap } from '../values/cel-map.ts'
import { CelError, CelList, type CelValue } from '../values/cel-value.ts'
import { parseUrl, requestUriError, type Url } from '../values/url.ts'
import { traversal } from './cost.ts'
import { global, method, type Overload } from './overload.ts'
import { aBool, aString, aUrl, listOf, mapOf } from './params.ts'

function query(url: Url): EntryMap {
  const entries = [...url.query].map(([name, values]): [CelValue, CelValue] => [
    name,
    new CelList([...values]),
  ])
  return new EntryMap(entries)
}

/** Kubernetes' URLs (apiserver library/urls.go). */
export const URLS: readonly Overload[] = [
  global(
    'url',
    [aString],
    aUrl,
    (text) => {
      const url = parseUrl(text)
      return typeof url === 'string' ? new CelError(url) : url
    },
    { costOfName: traversal(0) },
  ),
  global('isURL', [aString], aBool, (text) => requestUriError(text) === null),
  method('getScheme', [aUrl], aString, ({ scheme }) => scheme),
  method('getHost', [aUrl], aString, ({ host }) => host),
  method('getHostname', [aUrl], aString, ({ hostname }) => hostname),
  method('getPort', [aUrl], aString, ({ port }) => port),
  method('getEscapedPath', [aUrl], aString, ({ escapedPath }) => escapedPath),
  method('getQuery', [aUrl], mapOf(aString, listOf(aString)), query),
]
