import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DecisionView } from '../../src/explain/decision-view.ts'
import { decideAll, decideOne } from '../support/decide-all.ts'
import {
  GPU,
  makeDevice,
  makeDeviceClass,
  makeResourceClaim,
  makeSlice,
  selecting,
  using,
  wants,
} from '../support/make-devices.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

/*
 * Nodes with like devices stand for each other, and one state follows from pod to pod whose claims
 * differ. Nothing of that may show: each pod alone, on a cluster where the earlier ones are placed and
 * have their devices, gets the very same decision.
 */

const NODES = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6']
const MODEL = `device.attributes["${GPU}"].model`
const UUID = `device.attributes["${GPU}"].?uuid.orValue("")`
const MEMORY = `device.capacity["${GPU}"].memory`

const deviceClasses = [makeDeviceClass('gpu', `device.driver == "${GPU}"`)]

const device = fc.record({
  model: fc.constantFrom('a100', 'l4'),
  numa: fc.constantFrom(0, 1),
  memory: fc.constantFrom('40Gi', '80Gi'),
  hasUuid: fc.boolean(),
  isTainted: fc.constantFrom(false, false, false, true),
  isShared: fc.constantFrom(false, false, false, true),
  slots: fc.constantFrom(0, 0, 1, 2),
})

/** What the pool of a node is made of; several nodes have one of each kind. */
const pool = fc.record({
  devices: fc.array(device, { maxLength: 4 }),
  hasCounters: fc.boolean(),
  slots: fc.constantFrom(2, 3),
  isIncomplete: fc.constantFrom(false, false, false, false, true),
  namesTwice: fc.constantFrom(false, false, false, false, true),
})

type PoolKind = typeof pool extends fc.Arbitrary<infer Kind> ? Kind : never

function slicesOf(node: string | null, kind: PoolKind): Json[] {
  const name = node ?? 'shared'
  const devices = kind.devices.map((one, index) =>
    makeDevice(`d${kind.namesTwice ? 0 : index}`, {
      attributes: {
        model: { string: one.model },
        numa: { int: one.numa },
        ...(one.hasUuid && { uuid: { string: `${name}-${index}` } }),
      },
      capacity: { memory: { value: one.memory } },
      ...(one.isTainted && { taints: [{ key: 'worn', effect: 'NoSchedule' }] }),
      ...(one.isShared && { allowMultipleAllocations: true }),
      ...(kind.hasCounters &&
        one.slots > 0 && {
          consumesCounters: [
            { counterSet: 'board', counters: { slots: { value: `${one.slots}` } } },
          ],
        }),
    }),
  )
  const sharedCounters = [{ name: 'board', counters: { slots: { value: `${kind.slots}` } } }]
  const count = (kind.hasCounters ? 2 : 1) + Number(kind.isIncomplete)
  return [
    makeSlice(name, { node, devices, count }),
    ...(kind.hasCounters
      ? [makeSlice(`${name}-board`, { node, count, spec: { sharedCounters } })]
      : []),
  ].map(withoutEmptyDevices)
}

/** Slices of counters have no devices. */
function withoutEmptyDevices(slice: Json): Json {
  const { devices, ...spec } = slice['spec'] as Json // makeSlice made it
  return 'sharedCounters' in spec ? { ...slice, spec } : slice
}

const selector = fc.constantFrom(
  {},
  selecting(`${MODEL} == "a100"`),
  selecting(`${MODEL} == "l4"`),
  selecting(`${MEMORY}.compareTo(quantity("50Gi")) > 0`),
  selecting(`${UUID} == "" || ${UUID}.endsWith("1")`),
)
const count = fc.constantFrom(1, 1, 2)
const tolerating = fc.constantFrom({}, { tolerations: [{ operator: 'Exists' }] })
const one = fc
  .tuple(count, selector, tolerating, fc.constantFrom(0, 0, 0, 0, 1, 2))
  .map(([wanted, selectors, tolerations, special]) => ({
    ...wants('r', wanted, { ...selectors, ...tolerations }),
    ...(special === 1 && {
      exactly: { deviceClassName: 'gpu', allocationMode: 'All', ...selectors, ...tolerations },
    }),
    ...(special === 2 && {
      exactly: undefined,
      firstAvailable: [selecting(`${MODEL} == "l4"`), {}].map((how, at) => ({
        name: `s${at}`,
        deviceClassName: 'gpu',
        allocationMode: 'ExactCount',
        count: wanted,
        ...how,
      })),
    }),
  }))
const devices = fc
  .tuple(fc.array(one, { minLength: 1, maxLength: 2 }), fc.constantFrom('', '', 'numa', 'model'))
  .map(([requests, attribute]) => ({
    requests: requests.map((request, at) => ({ ...request, name: `r${at}` })),
    constraints: attribute === '' ? [] : [{ matchAttribute: `${GPU}/${attribute}` }],
  }))

const deviceCase = fc.record({
  kinds: fc.tuple(pool, pool),
  shared: fc.option(pool),
  claims: fc.array(devices, { minLength: 2, maxLength: 8 }),
  /** Of each pod: its claim, and whether it uses that of the pod before it too. */
  pods: fc.array(
    fc.record({ cpu: fc.constantFrom('1', '2'), sharesClaim: fc.constantFrom(false, false, true) }),
    {
      minLength: 8,
      maxLength: 12,
    },
  ),
  profile: fc.constantFrom(
    'kubernetes-1.34',
    'kubernetes-1.35',
    'kubernetes-1.36',
    'kubernetes-1.37',
  ),
})

it('pods get in a sequence the devices that each alone gets from scratch', () => {
  fc.assert(
    fc.property(deviceCase, ({ kinds, shared, claims, pods, profile }) => {
      const resourceSlices = [
        ...NODES.flatMap((node, at) => (at === 0 ? [] : slicesOf(node, kinds[at % 2] ?? kinds[0]))),
        ...(shared === null ? [] : slicesOf(null, shared)),
      ]
      const resourceClaims = pods.map((_, at) => {
        const { requests, constraints } = claims[at % claims.length] ?? { requests: [] }
        return makeResourceClaim(`c${at}`, requests, { constraints })
      })
      const pending = pods.map(({ cpu, sharesClaim }, at) =>
        makePod(`p${at}`, {
          requests: { cpu },
          spec: using(...(sharesClaim && at > 0 ? [`c${at - 1}`] : []), `c${at}`),
        }),
      )
      const nodes = NODES.map((name) => makeNode(name))
      const snapshot = { nodes, deviceClasses, resourceSlices, resourceClaims }
      const options = { profile }
      const together = decideAll(snapshot, pending, options)
      for (const [index, pod] of pending.entries()) {
        const before = together.slice(0, index)
        const bound = pending.slice(0, index).flatMap((earlier, at) => placed(earlier, before[at]))
        const alone = {
          ...snapshot,
          pods: bound,
          resourceClaims: resourceClaims.map((claim) => taken(claim, before)),
        }
        const decided = decideOne(alone, pod, options)
        expect(withoutShareIds(together[index])).toEqual(withoutShareIds(decided))
      }
    }),
    { numRuns: 60 },
  )
})

function placed(pod: Json, decision: DecisionView | undefined): Json[] {
  if (decision?.node === undefined || decision.node === null) return []
  return [{ ...pod, spec: { ...(pod['spec'] as Json), nodeName: decision.node } }] // makePod made it
}

/** The claim as the pods before left it. */
function taken(claim: Json, decisions: readonly DecisionView[]): Json {
  const { name } = claim['metadata'] as { name: string } // makeResourceClaim made it
  const placements = decisions.flatMap(({ claims = [] }) =>
    claims.filter((one) => one.claim === name),
  )
  const last = placements.at(-1)
  if (last === undefined) return claim
  const reservedFor = last.reservedFor.map((pod) => ({
    resource: 'pods',
    name: pod,
    uid: `uid-default-${pod}`,
  }))
  return { ...claim, status: { allocation: last.allocation, reservedFor } }
}

/** They are drawn. */
function withoutShareIds(decision: DecisionView | undefined): unknown {
  return JSON.parse(JSON.stringify(decision), (key, value) => (key === 'shareID' ? '*' : value))
}
