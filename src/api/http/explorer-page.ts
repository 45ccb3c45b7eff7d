/** The explorer as it is served: one document that loads nothing. */
export interface ExplorerPage {
  readonly html: Uint8Array<ArrayBuffer>
  /** The same, compressed; null where nobody has made it. */
  readonly gzip: Uint8Array<ArrayBuffer> | null
  /** Its Content-Security-Policy, with what only a header can say. */
  readonly policy: string
}

/** Gets the page; null where it is not deployed with the app. */
export type LoadExplorerPage = () => Promise<ExplorerPage | null>

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/
const HEAD_BYTES = 4096

/** The page says its own policy, with the hashes of its script and style. */
export function explorerPage(
  html: Uint8Array<ArrayBuffer>,
  gzip: Uint8Array<ArrayBuffer> | null,
): ExplorerPage | null {
  const head = new TextDecoder().decode(html.subarray(0, HEAD_BYTES))
  const policy = POLICY.exec(head)?.[1]
  return policy === undefined ? null : { html, gzip, policy: `${policy}; frame-ancestors 'none'` }
}
