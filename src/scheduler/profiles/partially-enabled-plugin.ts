import type { ExtensionPoint } from '../framework/extension-points.ts'
import {
  filtering,
  type NodeFilter,
  type Plugin,
  type PreFilterResult,
  type Preparation,
  type PreScoreResult,
  scoring,
} from '../framework/plugin.ts'
import type { MissingState, PluginRegistration } from '../framework/plugin-registration.ts'
import type { Profile } from '../framework/profile.ts'
import { StaticScorer } from '../framework/static-scorer.ts'
import type { Code } from '../framework/status-table.ts'

/*
 * A configuration may run a plugin at Filter and not at PreFilter, or at Score and not at PreScore.
 * Upstream's plugins then miss what the earlier step would have left them: some compute it again,
 * the others fail on every node, with the texts of their registration.
 */

/** What of a plugin a profile runs. */
export class EnabledParts {
  readonly missingState: MissingState
  private readonly points: readonly ExtensionPoint[]
  private readonly enabled: (point: ExtensionPoint) => boolean

  constructor(
    { missingState = {}, points }: Pick<PluginRegistration, 'missingState' | 'points'>,
    enabled: (point: ExtensionPoint) => boolean,
  ) {
    this.missingState = missingState
    this.points = points
    this.enabled = enabled
  }

  runsAt(point: ExtensionPoint): boolean {
    return this.points.includes(point) && this.enabled(point)
  }

  /** The plugin has something to do at that point, and does not run there. */
  lacks(point: ExtensionPoint): boolean {
    return this.points.includes(point) && !this.enabled(point)
  }

  /** Where its Filter is what finds something on a node, without it there is nothing to score or take. */
  get findsNothing(): boolean {
    return this.missingState.findsInFilter === true && this.lacks('filter')
  }
}

/** The plugin as it filters. */
export function filterAlone(plugin: Plugin, parts: EnabledParts): Plugin {
  if (!parts.lacks('preFilter')) return plugin
  const { filter: missing } = parts.missingState
  return {
    name: plugin.name,
    prepareFilter: (preparation) => {
      if (missing !== undefined) {
        const reason = `running "${plugin.name}" filter plugin: ${missing}`
        return rejectingAll(preparation, 'Error', [reason])
      }
      const result = plugin.prepareFilter?.(preparation) ?? { kind: 'skip' }
      if (result.kind === 'reject') return rejectingAll(preparation, result.code, result.reasons)
      if (result.kind !== 'filter') return result
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

/** The plugin as it scores. */
export function scoreAlone(plugin: Plugin, parts: EnabledParts): Plugin {
  const failure = scoreFailure(parts)
  if (failure !== null) return { name: plugin.name, prepareScore: () => failure }
  const { findsNothing } = parts
  const lacksPreScore = parts.lacks('preScore')
  if (!lacksPreScore && !findsNothing) return plugin
  return {
    name: plugin.name,
    prepareScore: (preparation) => {
      const result = plugin.prepareScore?.(preparation) ?? { kind: 'skip' }
      // Only PreScore can say that there is nothing to score.
      const isSkipped = result.kind === 'skip' && !lacksPreScore
      if (isSkipped || (result.kind !== 'skip' && !findsNothing)) return result
      return scoring(StaticScorer.indifferent(preparation.cluster.nodes.count))
    },
  }
}

function scoreFailure(parts: EnabledParts): PreScoreResult | null {
  const { score, scoreWithoutPreFilter } = parts.missingState
  if (score !== undefined && parts.lacks('preScore')) {
    return { kind: 'error', at: 'Score', message: score }
  }
  if (scoreWithoutPreFilter === undefined || !parts.lacks('preFilter')) return null
  const at = parts.runsAt('preScore') ? 'PreScore' : 'Score'
  return { kind: 'error', at, message: scoreWithoutPreFilter }
}

/** What the first of these plugins says at Reserve that finds nothing of its PreFilter, if any does. */
export function reserveFailure(
  plugins: readonly { readonly plugin: Plugin; readonly parts: EnabledParts }[],
): Pick<Profile, 'reserveFailure'> {
  const stateless = plugins.find(({ parts }) => parts.lacks('preFilter'))
  if (stateless === undefined) return {}
  return { reserveFailure: `running Reserve plugin "${stateless.plugin.name}": not found` }
}
