import { pinToNode } from '../../controllers/workloads/daemon-set.ts'
import { drawnSuffix } from '../../controllers/workloads/pod-template.ts'
import { SchedulingCycle, USUAL_CYCLE } from '../../scheduler/cycle.ts'
import { FITS } from '../../scheduler/framework/status-table.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, objectAt } from '../../snapshot/json/raw-object.ts'
import { readCluster } from '../../snapshot/read.ts'

/** What the DaemonSet controller asks of a node (NodeShouldRunDaemonPod), as the scheduler's plugins ask it. */
const ASKED = ['NodeName', 'NodeAffinity', 'TaintToleration']
const PROFILE = 'kubernetes-1.37'

/**
 * For each daemon one pod a node that it is to run on. Of daemons or nodes that cannot be read the pod
 * itself is given, whose reader says what is wrong; so it is where no nodes are known.
 */
export function daemonPods(
  daemons: readonly JsonObject[],
  nodes: readonly JsonObject[],
): readonly (readonly JsonObject[])[] {
  const unread = daemons.map((daemon) => [daemon])
  const resolved = resolveProfile({
    profile: PROFILE,
    config: undefined,
    only: ASKED,
    fixes: false,
  })
  if (!resolved.ok || nodes.length === 0) return unread
  const { accounting, profiles } = resolved.value
  const read = readCluster(
    { snapshot: { nodes, pods: [] }, pods: daemons.map(forAnyScheduler) },
    { accounting, absentKinds: 'empty', defaulting: true, nodesMax: Number.POSITIVE_INFINITY },
  )
  if (!read.ok) return unread
  const { cluster, pods } = read.value
  const options = { ...USUAL_CYCLE, preemption: false }
  const cycle = new SchedulingCycle(cluster, profiles, options)
  return pods.map(({ pod }, index) => {
    const daemon = daemons[index] ?? {}
    const { filter } = cycle.decide(pod)
    return cluster.nodes.names
      .filter((_, row) => filter?.verdict[row] === FITS)
      .map((node, count) => pinToNode(daemon, `${nameOf(daemon)}-${drawnSuffix(count)}`, node))
  })
}

/** The controller chooses the nodes, whoever schedules the pods. */
function forAnyScheduler(daemon: JsonObject, index: number): JsonObject {
  const { schedulerName: _, ...spec } = objectAt(daemon, 'spec')
  const metadata = { ...objectAt(daemon, 'metadata'), name: `daemon-${index}` }
  return { ...daemon, metadata, spec }
}
