import type { Cluster } from '../../../snapshot/cluster.ts'
import type { DeviceObjects } from '../../../snapshot/devices/device-objects.ts'
import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import { DeviceSelectors } from '../cel/device-selectors.ts'
import type { DeviceRules } from '../device-rules.ts'
import { Attempt } from '../search/attempt.ts'
import type { Candidates } from '../search/candidates.ts'
import type { CapacityPlans } from '../search/capacity-plan.ts'
import type { ClaimPlan, Planning } from '../search/claim-plan.ts'
import { traitsRead } from '../search/claim-traits.ts'
import { Counters } from '../search/counters.ts'
import { KnownEnds } from '../search/known-ends.ts'
import { Occupancy } from '../search/occupancy.ts'
import { StepBudget } from '../search/step-budget.ts'
import { DeviceCursor } from '../selectors/device-cursor.ts'
import { Recent } from '../selectors/recent.ts'
import { SelectorVerdicts } from '../selectors/selector-verdicts.ts'
import { AttributeColumns } from './attribute-columns.ts'
import { DeviceChanges } from './device-changes.ts'
import { DeviceTable } from './device-table.ts'
import { DeviceTraits } from './device-traits.ts'
import { type NodeKindSources, NodeKinds } from './node-kinds.ts'
import { PoolsOfNodes } from './node-pools.ts'
import { Reaches } from './node-reach.ts'
import { SliceReach } from './slice-reach.ts'

const KEPT_MAX = 256
const KINDS_OF_CLAIMS_MAX = 1024
/** Each takes a column over all devices and one over all nodes. */
const NODE_KINDS_MAX = 32

const inventories = new WeakMap<DeviceObjects, Map<DeviceRules, DeviceInventory>>()

/** The one inventory of a cluster under a release's rules. */
export function inventoryOf(cluster: Cluster, rules: DeviceRules): DeviceInventory {
  const objects = cluster.devices.everything(rules.taintRules)
  const known = inventories.get(objects) ?? new Map<DeviceRules, DeviceInventory>()
  inventories.set(objects, known)
  const { nodes } = cluster
  const kept = known.get(rules)
  const inventory = kept?.nodes === nodes ? kept : new DeviceInventory(objects, nodes, rules)
  known.set(rules, inventory)
  return inventory
}

/** The devices of a cluster as one release sees them, and who has them. */
export class DeviceInventory implements Planning, NodeKindSources {
  readonly rules: DeviceRules
  readonly objects: DeviceObjects
  readonly nodes: Nodes
  readonly table: DeviceTable
  readonly pools: PoolsOfNodes
  readonly reaches: Reaches
  readonly reach: SliceReach
  readonly occupancy: Occupancy
  readonly counters: Counters
  readonly selectors: SelectorVerdicts
  /** The same for scores, which forget to tell expressions whether a device can be shared. */
  readonly scoreSelectors: SelectorVerdicts
  readonly attributes: AttributeColumns
  readonly attempt: Attempt
  readonly budget: StepBudget = new StepBudget()
  readonly keptAway: Recent<Uint8Array> = new Recent(KEPT_MAX)
  readonly capacities: Recent<CapacityPlans> = new Recent(KEPT_MAX)
  readonly candidates: Recent<Candidates> = new Recent(KEPT_MAX)
  readonly changes: DeviceChanges
  private readonly traits: DeviceTraits
  /** By what claims look at. */
  private readonly nodeKinds: Recent<NodeKinds> = new Recent(NODE_KINDS_MAX)
  /** By the claims' keys. */
  private readonly ends: Recent<KnownEnds> = new Recent(KINDS_OF_CLAIMS_MAX)

  constructor(objects: DeviceObjects, nodes: Nodes, rules: DeviceRules) {
    this.rules = rules
    this.objects = objects
    this.nodes = nodes
    this.table = new DeviceTable(objects, rules)
    this.reaches = new Reaches(nodes)
    this.reach = new SliceReach(this.table, rules, this.reaches)
    this.pools = new PoolsOfNodes(this.table, rules, this.reach)
    this.occupancy = new Occupancy(this.table, rules)
    this.counters = new Counters(this.table, rules, this.occupancy)
    this.attributes = new AttributeColumns(this.table)
    this.traits = new DeviceTraits(this.table)
    this.changes = new DeviceChanges(this.table, rules, this.reaches)
    this.attempt = new Attempt(this.table.identityCount)
    const compiler = new DeviceSelectors(rules.cel)
    const { table } = this
    const asIs = new DeviceCursor(table, rules.selectorsSeeSharing)
    this.selectors = new SelectorVerdicts(table, asIs, compiler)
    this.scoreSelectors = new SelectorVerdicts(table, new DeviceCursor(table, false), compiler)
  }

  /** Another pod is to get devices: takes in what claims got since the last. */
  startDecision(): void {
    this.counters.startDecision()
    this.budget.startDecision()
    this.catchUp()
  }

  catchUp(): void {
    this.occupancy.catchUp(this.objects.allocated, (identity) => {
      this.counters.noteChange(identity)
      this.changes.note(identity)
    })
  }

  /** What is known of searches for these claims; null where they may depend on each other's order. */
  knownEnds(plans: readonly ClaimPlan[]): KnownEnds | null {
    // Which account of counters counts may hang on which node is asked first.
    if (this.counters.hasRivalAccounts || this.table.hasAlternativeTerms) return null
    const key = JSON.stringify(plans.map(({ claim }) => claim.devices.key))
    const ends = this.ends.get(key, () => new KnownEnds(this.nodeKindsFor(plans)))
    ends.catchUp()
    return ends
  }

  private nodeKindsFor(plans: readonly ClaimPlan[]): NodeKinds {
    const columns = traitsRead(plans, this.attributes)
    return this.nodeKinds.get(JSON.stringify([...columns.keys()].sort()), () => {
      const traits = this.traits.with([...columns.values()].map((column) => column()))
      return new NodeKinds(this, traits, this.nodes.count)
    })
  }
}
