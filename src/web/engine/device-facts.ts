import { byPhrase, type Found } from '../../cli/text/details/detail-text.ts'
import { failureText } from '../../cli/text/details/device.ts'
import { detailsOf } from '../../explain/why/every-filter.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { DeviceRequestDetail } from '../../scheduler/framework/device-detail.ts'
import type { ClaimAllocationView } from '../../scheduler/framework/placed-claims.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import type { DeviceFacts } from '../protocol.ts'

const PLUGIN = 'DynamicResources'
/** Devices of more nodes tell nothing new. */
const NODES_MAX = 500
const FAILURES_MAX = 12
const EXAMPLES_MAX = 3

type Request = Found<DeviceRequestDetail>

/** What each request for devices wants, and what speaks against the devices, over the nodes that lack them. */
export function deviceFactsOf({ filter }: Decision, nodes: Nodes): DeviceFacts[] {
  if (filter === null) return []
  const refused = refusedRows(filter)
  const rows = refused.slice(0, NODES_MAX)
  const found = rows.flatMap((row): Request[] =>
    detailsOf(filter, PLUGIN, [row]).flatMap((detail) =>
      detail.kind === 'deviceRequest' ? [{ node: nodes.names[row] ?? '', detail }] : [],
    ),
  )
  return byPhrase(found, ({ claim, request }) => `${claim} ${request}`).flatMap(
    ({ found: ofRequest }) => factsOf(ofRequest, refused.length > rows.length),
  )
}

/** The devices of an allocation, as results name them. */
export function givenTo({ claim, allocation }: ClaimAllocationView) {
  const { devices } = allocation
  const results = isObject(devices) ? devices['results'] : null
  const named = (Array.isArray(results) ? results : []).map((one: unknown) =>
    ['request', 'driver', 'pool', 'device'].map((field) => (isObject(one) ? one[field] : '')),
  )
  return {
    claim,
    devices: named.map(([request, ...device]) => `${request}: ${device.join('/')}`),
  }
}

/** One more than is looked at, where there are more. */
function refusedRows({ verdict, statuses }: NonNullable<Decision['filter']>): number[] {
  const rows: number[] = []
  for (let row = 0; row < verdict.length && rows.length <= NODES_MAX; row++) {
    const id = verdict[row] ?? 0
    if (id !== 0 && statuses.get(id).plugin === PLUGIN) rows.push(row)
  }
  return rows
}

function factsOf(found: readonly Request[], isCut: boolean): DeviceFacts[] {
  const [first] = found
  if (first === undefined) return []
  const { claim, request, deviceClass, wanted } = first.detail
  const failures = found.flatMap(({ node, detail }) =>
    detail.failed.map((failed) => ({ node, detail: failed })),
  )
  const nearest = found.find(({ detail }) => detail.nearest !== null)
  const told = byPhrase(failures, failureText)
  return [
    {
      claim,
      request,
      deviceClass,
      wanted,
      suitable: found.reduce((most, { detail }) => Math.max(most, detail.suitable), 0),
      withoutAny: found.filter(({ detail }) => detail.failed.length === 0 && detail.suitable === 0)
        .length,
      nodes: found.length,
      isCut,
      failures: told.slice(0, FAILURES_MAX).map(({ phrase, nodes: on }) => ({
        text: phrase,
        nodes: on.length,
        examples: on.slice(0, EXAMPLES_MAX),
      })),
      nearest:
        nearest === undefined || nearest.detail.nearest === null
          ? null
          : {
              node: nearest.node,
              device: nearest.detail.nearest.device,
              lacks: failureText(nearest.detail.nearest.failed),
            },
    },
  ]
}
