import { existsSync } from 'node:fs'
import type { ApiAccess } from '../live/api-server/api-server.ts'
import { err, ok, type Result } from '../result.ts'
import type { OptionTable, Values } from './command-words.ts'

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
export function accessOf(values: Values<typeof API_OPTIONS>): Result<ApiAccess, string> {
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
