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
  const policy = POLICY.exec(headOf(html))?.[1]
  return policy === undefined ? null : { html, gzip, policy: `${policy}; frame-ancestors 'none'` }
}

/** What the page itself looks for, to know what it may promise. */
const MAY_ASK = "; connect-src 'self'"

/** The same page, allowed to ask the server that it comes from, and no other: to follow a named snapshot there. */
export function followingPage({ html, policy }: ExplorerPage): ExplorerPage {
  const found = POLICY.exec(headOf(html))
  if (found === null) throw new Error('an explorer page has a policy')
  const end = found.index + found[0].length - '">'.length
  const added = new TextEncoder().encode(MAY_ASK)
  const changed = new Uint8Array(html.length + added.length)
  changed.set(html.subarray(0, end))
  changed.set(added, end)
  changed.set(html.subarray(end), end + added.length)
  return { html: changed, gzip: null, policy: policy + MAY_ASK }
}

/** A letter a byte, so that what is found in it is at the same place in the bytes. */
function headOf(html: Uint8Array): string {
  return new TextDecoder('latin1').decode(html.subarray(0, HEAD_BYTES))
}
