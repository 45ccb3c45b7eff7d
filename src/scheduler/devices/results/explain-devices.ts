import type {
  DeviceConstraintDetail,
  DevicePoolDetail,
  DeviceRequestDetail,
} from '../../framework/device-detail.ts'
import { ABSENT, type AttributeColumns } from '../inventory/attribute-columns.ts'
import type { DeviceInventory } from '../inventory/device-inventory.ts'
import type { NodePools } from '../inventory/pool.ts'
import { type ClaimPlan, claimText, type Demand } from '../search/claim-plan.ts'
import { deviceText } from '../selectors/device-error.ts'
import { type Classified, DeviceFailures } from './device-failures.ts'

export type DeviceDetail = DeviceRequestDetail | DeviceConstraintDetail | DevicePoolDetail

/** Why no devices were found for some claims on a node. */
export function explainDevices(
  inventory: DeviceInventory,
  plans: readonly ClaimPlan[],
  node: number,
): DeviceDetail[] {
  const pools = inventory.pools.of(node)
  const requests = plans.flatMap((plan) =>
    plan.requests.flatMap(({ demands }) =>
      demands.map((demand) => judgeDemand(inventory, plan, demand, node, pools)),
    ),
  )
  const short = requests.filter((one) => one.isShort)
  const constraints = plans.flatMap((plan) => judgeConstraints(inventory, plan, requests))
  // Where each request could be met by itself, they are in each other's way: all are told.
  const told = short.length > 0 || constraints.length > 0 ? short : requests
  return [...told.map(({ detail }) => detail), ...constraints, ...badPools(pools)]
}

interface JudgedDemand {
  readonly plan: ClaimPlan
  readonly demand: Demand
  readonly suitable: readonly number[]
  readonly isShort: boolean
  readonly detail: DeviceRequestDetail
}

function judgeDemand(
  inventory: DeviceInventory,
  plan: ClaimPlan,
  demand: Demand,
  node: number,
  pools: NodePools,
): JudgedDemand {
  const failures = new DeviceFailures(inventory, plan, demand, node, pools)
  const suitable: number[] = []
  const failed: Classified[] = []
  for (let at = 0; at < pools.rows.length; at++) {
    const failure = failures.of(at)
    if (failure === null) suitable.push(pools.rows[at])
    else failed.push(failure)
  }
  const groups = groupFailures(failed)
  const [nearest] = failed.toSorted((a, b) => b.rank - a.rank)
  const wanted = demand.takesAll ? null : demand.written.count
  // "All" leaves out only what it never wanted.
  const isShort = demand.takesAll
    ? suitable.length === 0 || groups.some(({ rank }) => rank > 1)
    : suitable.length < demand.written.count
  return {
    plan,
    demand,
    suitable,
    isShort,
    detail: {
      kind: 'deviceRequest',
      claim: claimText(plan.claim),
      request: demand.resultName,
      deviceClass: demand.written.deviceClass,
      wanted,
      suitable: suitable.length,
      failed: groups.map(({ failure }) => failure),
      nearest:
        nearest === undefined
          ? null
          : { device: deviceText(inventory.table, nearest.row), failed: nearest.failure },
    },
  }
}

/** Of failures of one kind the first stands for all, with their number. */
function groupFailures(failed: readonly Classified[]): Classified[] {
  const groups = new Map<string, Classified>()
  for (const one of failed) {
    const known = groups.get(one.group)
    const devices = (known?.failure.devices ?? 0) + 1
    const first = known ?? one
    groups.set(one.group, { ...first, failure: { ...first.failure, devices } })
  }
  return [...groups.values()]
}

function judgeConstraints(
  inventory: DeviceInventory,
  plan: ClaimPlan,
  requests: readonly JudgedDemand[],
): DeviceConstraintDetail[] {
  return plan.constraints.flatMap(({ written }) => {
    const { matchAttribute, distinctAttribute, requests: names } = written
    const attribute = matchAttribute ?? distinctAttribute ?? ''
    // With alternatives it is open which of them the constraint would bind.
    if (plan.requests.some(({ hasAlternatives }) => hasAlternatives)) return []
    const bound = requests.filter(
      ({ plan: one, demand }) =>
        one === plan && (names.length === 0 || names.includes(demand.resultName)),
    )
    // What is short by itself is told with its request.
    if (bound.some(({ isShort }) => isShort)) return []
    const wanted = bound.reduce(
      (sum, { demand, suitable }) =>
        sum + (demand.takesAll ? suitable.length : demand.written.count),
      0,
    )
    const sizes = groupSizes(inventory.attributes, attribute, bound)
    const together = matchAttribute !== null ? Math.max(0, ...sizes) : sizes.length
    if (together >= wanted) return []
    return [
      {
        kind: 'deviceConstraint' as const,
        claim: claimText(plan.claim),
        constraint:
          matchAttribute !== null ? ('matchAttribute' as const) : ('distinctAttribute' as const),
        attribute,
        wanted,
        together,
      },
    ]
  })
}

/** How many suitable devices have each value. */
function groupSizes(
  attributes: AttributeColumns,
  attribute: string,
  bound: readonly JudgedDemand[],
): number[] {
  const column = attributes.of(attribute)
  const rows = new Set(bound.flatMap(({ suitable }) => suitable))
  const sizes = new Map<number, number>()
  for (const row of rows) {
    const value = column[row]
    if (value !== ABSENT) sizes.set(value, (sizes.get(value) ?? 0) + 1)
  }
  return [...sizes.values()]
}

function badPools({ pools }: NodePools): DevicePoolDetail[] {
  return pools.flatMap(({ driver, name, status, problem }) =>
    status === 'complete'
      ? []
      : [
          {
            kind: 'devicePool' as const,
            driver,
            pool: name,
            state: status,
            problem: status === 'invalid' ? problem : null,
          },
        ],
  )
}
