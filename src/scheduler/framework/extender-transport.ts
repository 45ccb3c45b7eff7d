import type { ExtenderTransport } from './extender.ts'

/** DefaultExtenderTimeout of upstream. */
export const EXTENDER_TIMEOUT_MS = 5_000

interface TlsFields {
  string(key: string): string | undefined
  boolean(key: string): boolean
}

/** How an extender is reached; the releases differ in the names and the units of the first two. */
export function transportOf(
  tls: TlsFields | undefined,
  { timeoutMs, enableHttps }: Pick<ExtenderTransport, 'timeoutMs' | 'enableHttps'>,
): ExtenderTransport {
  const text = (key: string) => tls?.string(key) ?? ''
  return {
    timeoutMs,
    enableHttps,
    insecure: tls?.boolean('insecure') ?? false,
    serverName: text('serverName'),
    caData: text('caData'),
    certData: text('certData'),
    keyData: text('keyData'),
    files: ['caFile', 'certFile', 'keyFile'].filter((key) => text(key) !== ''),
  }
}
