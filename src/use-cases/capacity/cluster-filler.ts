import type { CapacityRequest } from '../../../schemas/decisions/capacity-request.ts'
import { nodeLike } from '../../explain/why/change-node.ts'
import { SchedulingCycle } from '../../scheduler/cycle.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { ROOT } from '../../snapshot/json/json-path.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { EditableCluster } from '../../snapshot/read.ts'
import { cycleOptions } from '../decisions/run.ts'
import { MissedNotes } from '../reading/missed-notes.ts'

export interface Filled {
  readonly fits: number
  readonly stop: Decision | null
  readonly placed: ReadonlyMap<number, number>
}

/** Nodes of one template that are tried at most. */
const ADDED_NODES_MAX = 1000

/** Fills a cluster with a mix, as often as is wanted, with nodes added or without. */
export class ClusterFiller {
  private readonly request: CapacityRequest
  private readonly scheduler: ResolvedProfile
  /** On clusters with more nodes. */
  readonly missed: MissedNotes = new MissedNotes()

  constructor(request: CapacityRequest, scheduler: ResolvedProfile) {
    this.request = request
    this.scheduler = scheduler
  }

  fill({ cluster, pods }: EditableCluster, max: number): Filled {
    const { mix, options } = this.request
    // Whom a pod would displace is another question.
    const cycleRules = { ...cycleOptions(options), preemption: false }
    const cycle = new SchedulingCycle(cluster, this.scheduler.profiles, cycleRules)
    const placed = new Map<number, number>()
    let copies = 0
    for (let fits = 0; fits < max; fits++) {
      for (const [index, { pod }] of pods.entries()) {
        for (let copy = 0; copy < (mix[index]?.count ?? 1); copy++) {
          const decision = cycle.decide(copyOf(pod, copies++))
          if (decision.outcome !== 'scheduled') return { fits, stop: decision, placed }
          cycle.assume(decision)
          placed.set(decision.node, (placed.get(decision.node) ?? 0) + 1)
        }
      }
    }
    return { fits: max, stop: null, placed }
  }

  /** Whether so many copies fit with these nodes added. */
  takes(
    found: EditableCluster,
    wanted: number,
    nodes: readonly JsonObject[],
  ): 'yes' | 'no' | 'unknown' {
    const undo = found.cluster.savepoint()
    const edited = found.editor.apply({ path: ROOT.at('templates'), put: { nodes } })
    const { fits, stop } = edited.ok ? this.fill(found, wanted) : { fits: 0, stop: null }
    this.missed.keep(found.cluster)
    undo()
    if (fits >= wanted) return 'yes'
    return stop?.outcome === 'unknown' ? 'unknown' : 'no'
  }

  /** The fewest nodes of a template with which `wanted` copies fit; null when a thousand do not do. */
  nodesFor(found: EditableCluster, template: unknown, wanted: number): number | null {
    const added = newNodes(template as JsonObject, found.cluster.nodes.rowOf) // as the schema says
    const fitsWith = (count: number) => this.takes(found, wanted, added.slice(0, count))
    let enough = 1
    for (let answer = fitsWith(enough); answer !== 'yes'; answer = fitsWith(enough)) {
      // More nodes tell no more of what was not seen.
      if (enough === ADDED_NODES_MAX || answer === 'unknown') return null
      enough = Math.min(ADDED_NODES_MAX, enough * 2)
    }
    let tooFew = Math.floor(enough / 2)
    while (enough - tooFew > 1) {
      const middle = Math.floor((enough + tooFew) / 2)
      if (fitsWith(middle) === 'yes') enough = middle
      else tooFew = middle
    }
    return enough
  }
}

/** As many nodes as are tried, under names that no node of the snapshot has. */
function newNodes(template: JsonObject, taken: ReadonlyMap<string, number>): JsonObject[] {
  const nodes: JsonObject[] = []
  for (let index = 1; nodes.length < ADDED_NODES_MAX; index++) {
    const name = `${templateName(template)}-new-${index}`
    if (!taken.has(name)) nodes.push(nodeLike(template, name))
  }
  return nodes
}

export function templateName(node: unknown): string {
  const { metadata } = node as { metadata?: { name?: unknown } } // the schema has seen an object
  return typeof metadata?.name === 'string' ? metadata.name : 'node'
}

function copyOf(pod: Pod, index: number): Pod {
  return { ...pod, name: `${pod.name}-${index}`, index: pod.index + index }
}
