import type { Context } from 'hono'
import type { AppEnv } from '../../api/http/app-env.ts'
import { type Fault, faultOf } from '../../api/http/fault.ts'
import { SNAPSHOT_DIGEST_HEADER } from '../../api/http/named-snapshot.ts'
import { err, ok, type Result } from '../../result.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import type { SnapshotArrays } from '../../snapshot/snapshot-objects.ts'
import { NodesForPod, type NodeVerdict } from '../../use-cases/judge-nodes.ts'

/** What a call brings: the pod, and its nodes where the scheduler sends them whole. */
export interface Call {
  readonly pod: JsonObject
  readonly nodes: readonly JsonObject[] | null
}

/** Reads the cluster for a call, as the configuration says, and judges its nodes for the pod. */
export async function judge(
  c: Context<AppEnv>,
  { pod, nodes }: Call,
): Promise<Result<NodesForPod, Fault>> {
  const { extender, snapshots, limits } = c.get('platform')
  const kept = await readSnapshot(c, nodes === null)
  if (!kept.ok) return kept
  const snapshot = nodes === null ? kept.value : withNodes(kept.value, nodes)
  const judged = NodesForPod.of({
    snapshot,
    pod,
    scheduler: extender.scheduler,
    nodesMax: limits.nodes,
  })
  return judged.ok ? judged : err(faultOf(judged.error))

  async function readSnapshot(
    context: Context<AppEnv>,
    isNeeded: boolean,
  ): Promise<Result<SnapshotArrays, Fault>> {
    if (extender.snapshot === null) return isNeeded ? err(NO_SNAPSHOT) : ok({})
    const found = await snapshots.find(extender.snapshot, 'what scheduling reads')
    if (!found.ok) return found
    context.header(SNAPSHOT_DIGEST_HEADER, found.value.digest)
    return ok(found.value.objects.toArrays())
  }
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
