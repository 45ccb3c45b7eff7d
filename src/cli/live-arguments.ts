import { err, ok, type Result } from '../result.ts'
import type { KubectlOptions } from './kubectl.ts'

/** The words with which a command asks a live cluster, for parseArgs. */
export const LIVE_OPTIONS = {
  live: { type: 'boolean' },
  context: { type: 'string' },
  kubeconfig: { type: 'string' },
} as const

interface LiveWords {
  readonly live?: boolean | undefined
  readonly context?: string | undefined
  readonly kubeconfig?: string | undefined
  readonly snapshot?: readonly string[] | undefined
}

/** Which live cluster is meant; undefined: none, the snapshot comes from files. */
export function readLive({
  live = false,
  context,
  kubeconfig,
  snapshot,
}: LiveWords): Result<KubectlOptions | undefined, readonly string[]> {
  if (live && snapshot !== undefined) return err(['give --live or --snapshot, not both'])
  if (live) return ok({ context, kubeconfig })
  if (context === undefined && kubeconfig === undefined) return ok(undefined)
  return err(['--context and --kubeconfig go with --live'])
}
