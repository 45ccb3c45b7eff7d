import type { Context } from 'hono'
import type { AppEnv } from '../../api/http/app-env.ts'
import { type Fault, faultOf } from '../../api/http/fault.ts'
import { SNAPSHOT_DIGEST_HEADER } from '../../api/http/request/named-snapshot.ts'
import { err, ok, type Result } from '../../result.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import type { SnapshotArrays } from '../../snapshot/snapshot-objects.ts'
import type { FoundSnapshot } from '../../snapshots/snapshot-library.ts'
import { NodesForPod, type NodeVerdict } from '../../use-cases/judge-nodes.ts'

/** What a call brings: the pod, and its nodes where the scheduler sends them whole. */
export interface Call {
  readonly pod: JsonObject
  readonly nodes: readonly JsonObject[] | null
}

/** Reads the cluster for a call, as the configuration says, and looks at its nodes for the pod. */
export async function judge<T>(
  c: Context<AppEnv>,
  { pod, nodes }: Call,
  use: (judged: NodesForPod) => T,
): Promise<Result<T, Fault>> {
  const { extender, limits } = c.get('platform')
  const kept = await readSnapshot(c)
  if (!kept.ok) return kept
  if (kept.value === null && nodes === null) return err(NO_SNAPSHOT)
  const arrays = kept.value?.snapshot ?? {}
  const used = NodesForPod.look(
    {
      snapshot: nodes === null ? arrays : withNodes(arrays, nodes),
      named: nodes === null ? kept.value : null,
      pod,
      scheduler: extender.scheduler,
      nodesMax: limits.nodes,
    },
    use,
  )
  return used.ok ? used : err(faultOf(used.error))
}

/** Null: none is configured. */
async function readSnapshot(c: Context<AppEnv>): Promise<Result<FoundSnapshot | null, Fault>> {
  const { extender, snapshots } = c.get('platform')
  if (extender.snapshot === null) return ok(null)
  const found = await snapshots.find(extender.snapshot, 'what scheduling reads')
  if (found.ok) c.header(SNAPSHOT_DIGEST_HEADER, found.value.digest)
  return found
}

const NO_SNAPSHOT: Fault = {
  code: 'snapshot-not-found',
  detail: 'The call has only names of nodes, and EXTENDER_SNAPSHOT names no snapshot that has them',
}

/** The nodes of a call are newer than those of the snapshot. */
function withNodes(kept: SnapshotArrays, nodes: readonly JsonObject[]): SnapshotArrays {
  const byName = new Map<string, unknown>()
  for (const node of kept.nodes ?? []) byName.set(nameOf(node), node)
  for (const node of nodes) byName.set(nameOf(node), node)
  return { ...kept, nodes: [...byName.values()] }
}

/** Why a verdict is none, in a sentence; null for one that stands. */
export function whyNot(verdict: NodeVerdict): string | null {
  switch (verdict.kind) {
    case 'fits':
    case 'rejected':
      return null
    case 'absent':
      return 'the node is not in the snapshot'
    case 'error':
      return verdict.message
    case 'unknown':
      return verdict.gaps.map(({ plugin, why }) => `${plugin}: ${why}`).join(', ')
  }
}
