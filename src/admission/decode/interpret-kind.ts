import { goQuote } from '../go/quote.ts'
import { KIND_AND_VERSION } from '../types/kind-and-version.ts'
import { type DecodedValue, decodeFolded } from './decode-struct.ts'
import { goTypeOfKind } from './known-kinds.ts'

/**
 * What a body says it is: its kind and version, defaults of the URL filled in, or why that is no
 * pod.
 */
export type Interpreted =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** The error, and how much the server knew when it came upon it. */
      readonly message: string
      readonly known: 'nothing' | 'kind' | 'all'
      readonly kind: string
      readonly version: string
      readonly apiVersion: string
    }

const INTERNAL = '__internal'
const NEITHER = { apiVersion: '', kind: '' }
const SCHEME = 'pkg/runtime/scheme.go:111'

/** SimpleMetaFactory.Interpret and what json.Serializer.Decode makes of the result. */
export function interpretKind(text: string): Interpreted {
  const decoded = decodeFolded(text, KIND_AND_VERSION)
  if (!decoded.ok) return unreadable(decoded)
  const { apiVersion, kind } = (decoded.value ?? NEITHER) as typeof NEITHER // by the table
  const steps = apiVersion === '/' ? [''] : apiVersion.split('/')
  if (steps.length > 2) {
    return failed(`unexpected GroupVersion string: ${apiVersion}`, 'nothing', '', '', apiVersion)
  }
  const [group, version] = steps.length === 2 ? steps : ['', steps[0]]
  return judge({ group: group ?? '', version: version ?? '', kind: kind || 'Pod' }, text)
}

interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

function judge({ group, version: given, kind }: GroupVersionKind, text: string): Interpreted {
  const version = given === '' && group === '' ? 'v1' : given
  const apiVersion = group === '' ? version : `${group}/${version}`
  if (version === '') {
    const message = `Object 'apiVersion' is missing in '${text}'`
    return failed(message, 'kind', kind, version, apiVersion)
  }
  if (apiVersion === 'v1' && kind === 'Pod') return { ok: true }
  if (apiVersion === INTERNAL && kind === 'Pod') {
    const expected = 'does not match the expected API version (v1)'
    const message = `the API version in the data (${INTERNAL}) ${expected}`
    return failed(message, 'all', kind, version, apiVersion)
  }
  const goType = goTypeOfKind(apiVersion, kind)
  const message =
    goType === null
      ? `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme "${SCHEME}"`
      : `converting (${goType}) to (core.Pod): unknown conversion`
  return failed(message, 'kind', kind, version, apiVersion)
}

function unreadable(decoded: DecodedValue & { ok: false }): Interpreted {
  const message = `couldn't get version/kind; json parse error: ${decoded.fault.message}`
  return failed(message, 'nothing', '', '', '')
}

function failed(
  message: string,
  known: 'nothing' | 'kind' | 'all',
  kind: string,
  version: string,
  apiVersion: string,
): Interpreted {
  return { ok: false, message, known, kind, version, apiVersion }
}
