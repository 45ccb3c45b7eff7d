import type { DrainRequest } from '../../../schemas/around/drain-request.ts'
import type { EmptiedNodes } from '../../controllers/drain/consolidate.ts'
import type { DrainFacts } from '../../controllers/drain/drain-facts.ts'
import type { DrainPlan } from '../../controllers/drain/plan-drain.ts'
import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { ClusterEditor } from '../../snapshot/edits/cluster-editor.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'

/** What was asked, read and found to be right. */
export interface DrainQuestion {
  readonly request: DrainRequest
  readonly digest: string
  readonly scheduler: ResolvedProfile
  readonly cluster: Cluster
  readonly editor: ClusterEditor
  readonly facts: DrainFacts
  /** Rows of the nodes asked for, or of the candidates. */
  readonly rows: readonly number[]
  /** By row of such a node: the same, cordoned. */
  readonly cordoned: ReadonlyMap<number, JsonObject>
}

/** What a plan came to, and how it was chosen where the nodes were not given. */
export interface DrainOutcome {
  readonly rows: readonly number[]
  readonly plan: DrainPlan
  readonly chosen: (EmptiedNodes & { readonly atMost: number; readonly refused: Refused }) | null
}

/** By row of a candidate: why kubectl would not drain it. */
export type Refused = ReadonlyMap<number, string>
