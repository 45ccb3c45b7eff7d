import type { Code } from '../framework/plugin.ts'
import {
  filtering,
  type NodeFilter,
  type Plugin,
  type PreFilterResult,
  type Preparation,
  type PreScoreResult,
  scoring,
} from '../framework/plugin.ts'
import type { Profile } from '../framework/profile.ts'
import { StaticScorer } from '../framework/static-scorer.ts'
import type { ExtensionPoint } from './registry.ts'
import type { Release } from './releases/release.ts'

/*
 * A configuration may run a plugin at Filter and not at PreFilter, or at Score and not at PreScore.
 * Upstream's plugins then miss what the earlier step would have left them: some compute it again,
 * the others fail on every node, with these texts.
 */

const FILTER_MISSES: ReadonlyMap<string, string> = new Map([
  ['NodePorts', 'reading "PreFilterNodePorts" from cycleState: not found'],
  ['NodeResourcesFit', 'error reading "PreFilterNodeResourcesFit" from cycleState: not found'],
  ['VolumeRestrictions', 'cannot read "PreFilterVolumeRestrictions" from cycleState'],
  ['VolumeBinding', 'not found'],
  ['PodTopologySpread', 'reading "PreFilterPodTopologySpread" from cycleState: not found'],
  ['InterPodAffinity', 'error reading "PreFilterInterPodAffinity" from cycleState: not found'],
  ['DynamicResources', 'not found'],
  [
    'NodeDeclaredFeatures',
    'error reading "PreFilterNodeDeclaredFeatures" from cycle-state: not found',
  ],
])

const SCORE_MISSES: ReadonlyMap<string, string> = new Map([
  ['TaintToleration', 'failed to read "PreScoreTaintToleration" from cycleState: not found'],
  ['PodTopologySpread', 'error reading "PreScorePodTopologySpread" from cycleState: not found'],
  ['InterPodAffinity', 'failed to read "PreScoreInterPodAffinity" from cycleState: not found'],
])

/** The plugin as it filters where its PreFilter does not run. */
export function withoutPreFilter(plugin: Plugin): Plugin {
  const missing = FILTER_MISSES.get(plugin.name)
  return {
    name: plugin.name,
    prepareFilter: (preparation) => {
      if (missing !== undefined) {
        const reason = `running "${plugin.name}" filter plugin: ${missing}`
        return rejectingAll(preparation, 'Error', [reason])
      }
      const result = plugin.prepareFilter?.(preparation) ?? { kind: 'skip' }
      if (result.kind === 'reject') return rejectingAll(preparation, result.code, result.reasons)
      if (result.kind === 'skip') return result
      // Which nodes are worth looking at is PreFilter's word.
      const { only: _, ...filter } = result
      return filter
    },
  }
}

function rejectingAll(
  { statuses }: Preparation,
  code: Code,
  reasons: readonly string[],
): PreFilterResult {
  const id = statuses.id(code, ...reasons)
  const filter: NodeFilter = {
    dependsOn: 'static',
    filter(nodes, verdict) {
      for (let index = 0; index < nodes.length; index++) verdict[nodes.at[index]] = id
    },
  }
  return filtering(filter)
}

/** Whether a plugin runs at an extension point. */
export type RunsAt = (point: ExtensionPoint) => boolean

/**
 * VolumeBinding's filter is what finds volumes on a node: where it does not run, there is nothing to
 * score and nothing to take.
 */
export function findsNothing(name: string, runsAt: RunsAt): boolean {
  return name === 'VolumeBinding' && !runsAt('filter')
}

/** The plugin as it scores; `runsAt` says what of it the configuration leaves. */
export function scoreAlone(plugin: Plugin, release: Release, runsAt: RunsAt): Plugin {
  const failure = scoreFailure(plugin.name, release, runsAt)
  if (failure !== null) return { name: plugin.name, prepareScore: () => failure }
  const isBlind = findsNothing(plugin.name, runsAt)
  if (runsAt('preScore') && !isBlind) return plugin
  return {
    name: plugin.name,
    prepareScore: (preparation) => {
      const result = plugin.prepareScore?.(preparation) ?? { kind: 'skip' }
      // Only PreScore can say that there is nothing to score.
      const isSkipped = result.kind === 'skip' && runsAt('preScore')
      if (isSkipped || (result.kind !== 'skip' && !isBlind)) return result
      return scoring(StaticScorer.indifferent(preparation.cluster.nodes.count))
    },
  }
}

function scoreFailure(name: string, release: Release, runsAt: RunsAt): PreScoreResult | null {
  const missing = runsAt('preScore') ? undefined : SCORE_MISSES.get(name)
  if (missing !== undefined) return { kind: 'error', at: 'Score', message: missing }
  const readsPreFilter =
    name === 'DynamicResources' ||
    (name === 'VolumeBinding' && release.volumeBinding.storageCapacityScoring)
  if (!readsPreFilter || runsAt('preFilter')) return null
  const at = name === 'VolumeBinding' && runsAt('preScore') ? 'PreScore' : 'Score'
  return { kind: 'error', at, message: 'not found' }
}

/** What the first of these plugins says at Reserve that finds nothing of its PreFilter, if any does. */
export function reserveFailure(
  plugins: readonly Plugin[],
  preFilters: (plugin: Plugin) => boolean,
): Pick<Profile, 'reserveFailure'> {
  const stateless = plugins.find((plugin) => !preFilters(plugin))
  if (stateless === undefined) return {}
  return { reserveFailure: `running Reserve plugin "${stateless.name}": not found` }
}
