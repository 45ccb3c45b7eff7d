import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type ApiAccess, ApiServer } from '../live/api-server/api-server.ts'
import { err, ok, type Result } from '../result.ts'
import type { OptionTable, Values } from './command-words.ts'
import { explainInputError } from './sources/read-input.ts'

/** Where every pod of a cluster finds its token. */
export const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Which API server, and as whom: the same words for every command that asks one itself. */
export const API_OPTIONS = {
  server: {
    type: 'string',
    value: 'URL',
    help: 'the API server, such as that of kubectl proxy; in a cluster its own',
  },
  'token-file': { type: 'string', value: 'FILE', help: 'a bearer token' },
  'ca-file': { type: 'string', value: 'FILE', help: 'certificates to trust' },
} as const satisfies OptionTable

/** As given, or as every pod of a cluster finds it. */
export function openApi(values: Values<typeof API_OPTIONS>): Result<ApiServer, string> {
  const access = accessOf(values)
  return access.ok ? openServer(access.value, { url: '--server', prefix: '--' }) : access
}

/** What is wrong with the words is told by their options: that of the URL, and the start of the others. */
export function openServer(
  access: ApiAccess,
  { url: urlOption, prefix }: { readonly url: string; readonly prefix: string },
): Result<ApiServer, string> {
  const { url, tokenFile, caFile } = access
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return err(`${urlOption}: ${JSON.stringify(url)} is no URL of http or https`)
  }
  const wrong =
    problemOf(`${prefix}token-file`, tokenFile, () => {}) ??
    problemOf(`${prefix}ca-file`, caFile, (bytes) => new X509Certificate(bytes))
  return wrong === null ? ok(new ApiServer(access)) : err(wrong)
}

/** Null: it can be read, and is what it should be. */
function problemOf(
  option: string,
  file: string | undefined,
  read: (bytes: Uint8Array) => unknown,
): string | null {
  if (file === undefined) return null
  try {
    read(readFileSync(file))
    return null
  } catch (error) {
    return `${option}: ${file}: ${explainInputError(error)}`
  }
}

function accessOf(values: Values<typeof API_OPTIONS>): Result<ApiAccess, string> {
  const { server, 'token-file': tokenFile, 'ca-file': caFile } = values
  if (server !== undefined) return ok({ url: server, tokenFile, caFile })
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env
  if (host === undefined || !existsSync(`${SERVICE_ACCOUNT}/token`)) {
    return err('--server is needed outside a cluster, such as that of kubectl proxy')
  }
  const url = `https://${host.includes(':') ? `[${host}]` : host}:${port ?? '443'}`
  const files = { tokenFile: `${SERVICE_ACCOUNT}/token`, caFile: `${SERVICE_ACCOUNT}/ca.crt` }
  return ok({ url, ...files })
}
