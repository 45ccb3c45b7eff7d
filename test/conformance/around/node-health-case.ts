import type { EvictionResponse } from '../../../schemas/around/eviction-response.ts'

/** One line of nodehealth.cases. */
export interface NodeHealthCase {
  name: string
  flags: Record<string, string>
  nodes: {
    name: string
    labels: Record<string, string>
    mute?: boolean
    lease?: boolean
    createdAt: number
  }[]
  pods: { node: string; name: string; tolerations?: unknown[] }[]
  steps: HealthStep[]
  seconds: number
}

interface HealthStep {
  at: number
  start?: string[]
  set?: string[]
  stop?: string[]
  delete?: string[]
  ready?: string
  conditions?: Record<string, string>
}

/** One line of nodehealth.v1.37.1. */
export interface NodeHealthAnswer extends RecordedRun {
  name: string
  events: { object: string; type: string; reason: string; message: string; source: string }[]
  otherRun: RecordedRun
}

interface RecordedRun {
  timeline: {
    at: number
    node?: string
    pod?: string
    conditions?: Record<string, string>
    taints?: string[]
    ready?: string
    podDeleted?: boolean
  }[]
  zoneStates: { at: number; message: string; zone?: string; newState?: string }[]
}

/** The period of the monitor. */
const TOLERANCE_SECONDS = 1
const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const KUBELET_TYPES = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']
const DEFAULT_TOLERATIONS = ['not-ready', 'unreachable'].map((key) => ({
  key: `node.kubernetes.io/${key}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

export function nodeHealthRequest(one: NodeHealthCase): object {
  const leases = one.nodes
    .filter(({ mute, lease }) => !mute || lease)
    .map(({ name }) => ({ metadata: { name }, spec: { renewTime: timeAt(0) } }))
  return {
    snapshot: { nodes: one.nodes.map(makeNode), pods: one.pods.map(makePod), leases },
    now: timeAt(0),
    until: one.seconds,
    changes: one.steps.map(makeChange),
    flags: one.flags,
  }
}

function makeNode({ name, labels, mute, createdAt }: NodeHealthCase['nodes'][number]): object {
  const metadata = { name, labels, creationTimestamp: timeAt(createdAt) }
  const types = [...KUBELET_TYPES, 'NetworkUnavailable']
  const conditions = types.map((type) => ({
    ...fakeCondition(type, type === 'Ready' ? 'True' : 'False'),
    lastHeartbeatTime: timeAt(createdAt),
  }))
  return { metadata, status: mute ? {} : { conditions } }
}

function makePod({ node, name, tolerations }: NodeHealthCase['pods'][number]): object {
  return {
    metadata: { namespace: 'default', name },
    spec: {
      nodeName: node,
      tolerations: tolerations ?? DEFAULT_TOLERATIONS,
      terminationGracePeriodSeconds: 0,
    },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  }
}

/** The fake kubelet's reasons differ from a real one's. */
function makeChange(step: HealthStep): object {
  const { conditions, ...change } = step
  if (step.start === undefined && conditions === undefined) return change
  const given = Object.entries(conditions ?? {})
  const posted = step.ready === undefined ? [] : KUBELET_TYPES.map((type) => [type, 'False'])
  const all = new Map([...posted, ...given] as [string, string][])
  if (step.ready !== undefined) all.set('Ready', step.ready)
  const full = [...all].map(([type, status]) => [type, withoutType(fakeCondition(type, status))])
  return { ...change, ...(full.length > 0 && { conditions: Object.fromEntries(full) }) }
}

function fakeCondition(type: string, status: string) {
  return { type, status, reason: `Kubelet${type}` }
}

function withoutType({ type: _, ...condition }: { type: string; status: string; reason: string }) {
  return condition
}

function timeAt(seconds: number): string {
  return new Date(NOW_MS + seconds * 1000).toISOString()
}

/** One thing that happened to a node or its pods. */
interface Happening {
  at: number
  text: string
}

/** What happened, by node; pods are told by their place on their node. */
interface History {
  byNode: Map<string, Happening[]>
  zones: Happening[]
}

/**
 * What differs, in words. The recording has two runs, either is right; which of several equal nodes
 * comes first was not determined, so equal nodes may change places.
 */
export function compareNodeHealth(
  one: NodeHealthCase,
  recorded: NodeHealthAnswer,
  answer: EvictionResponse,
): string[] {
  const got = historyOfAnswer(one, answer)
  const found = [recorded, recorded.otherRun].flatMap((run) => {
    const want = historyOfRun(one, run)
    // Only the first run's events were kept.
    const events = run === recorded ? recorded.events : null
    return placements(one).map((names) => [
      ...compareHistories(want, got, names),
      ...(events === null ? [] : compareEvents({ one, events, names, answer })),
    ])
  })
  return found.reduce((a, b) => (b.length < a.length ? b : a))
}

interface EventsToCompare {
  one: NodeHealthCase
  events: NodeHealthAnswer['events']
  names: Map<string, string>
  answer: EvictionResponse
}

function compareEvents({ one, events, names, answer }: EventsToCompare): string[] {
  const deleted = new Set(answer.evictions.map(({ pod }) => pod.name))
  const rename = (text: string) => {
    const pods = one.pods.map(({ name, node }) => {
      const place = podsOf(one, node).findIndex((pod) => pod.name === name)
      return [name, podsOf(one, names.get(node) ?? node)[place]?.name ?? name] as const
    })
    const all = new Map([...names, ...pods])
    return text.replaceAll(/[\w-]+/g, (word) => all.get(word) ?? word)
  }
  const want = events.map(({ object, type, reason, message, source }) =>
    rename([object, type, reason, message, source].join(' | ')),
  )
  const got = answer.events.map(({ pod, node, type, reason, message, source }) =>
    [pod === null ? `Node/${node}` : `Pod/${pod.name}`, type, reason, message, source].join(' | '),
  )
  // A cancelling of what was deleted is the controller noticing its own deletion.
  const isRace = (text: string) =>
    [...deleted].some((name) => text.includes(`Cancelling deletion of Pod default/${name} `))
  const wanted = want.filter((text) => !isRace(text)).sort()
  return JSON.stringify(wanted) === JSON.stringify(got.sort())
    ? []
    : [`events: recorded ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`]
}

function historyOfRun(one: NodeHealthCase, run: RecordedRun): History {
  const byNode = new Map(one.nodes.map(({ name }) => [name, [] as Happening[]]))
  const nodes = new Map(one.nodes.map((node) => [node.name, new RecordedNode(node)]))
  for (const entry of run.timeline) {
    const name = entry.node ?? one.pods.find(({ name }) => name === entry.pod)?.node ?? ''
    const texts =
      entry.pod === undefined ? nodes.get(name)?.follow(entry) : podText(one, name, entry)
    for (const text of texts ?? []) byNode.get(name)?.push({ at: entry.at, text })
  }
  const zones = run.zoneStates
    .filter(({ at }) => at >= 0)
    .map(({ at, message, zone, newState }) => ({
      at,
      text: zone === undefined ? message : `${message} ${zone} ${newState}`,
    }))
  return { byNode, zones }
}

type Entry = RecordedRun['timeline'][number]

/** A node's last known state, since recordings give whole states. */
class RecordedNode {
  private taints: string[] = []
  private conditions: Record<string, string>

  constructor({ mute }: NodeHealthCase['nodes'][number]) {
    const initial = [...KUBELET_TYPES, 'NetworkUnavailable'].map((type) => [
      type,
      `${type === 'Ready' ? 'True' : 'False'} Kubelet${type}`,
    ])
    this.conditions = mute ? {} : Object.fromEntries(initial)
  }

  follow({ conditions, taints = this.taints }: Entry): string[] {
    const posted = Object.entries(conditions ?? {})
      .filter(([type, text]) => this.conditions[type] !== text)
      .map(([type, text]) => `condition ${type} ${text}`)
    const added = taints.filter((taint) => !this.taints.includes(taint))
    const removed = this.taints.filter((taint) => !taints.includes(taint))
    this.conditions = conditions ?? this.conditions
    this.taints = taints
    return [
      ...posted,
      ...added.map((one) => `add ${one}`),
      ...removed.map((one) => `remove ${one}`),
    ]
  }
}

function podText(one: NodeHealthCase, node: string, { pod, podDeleted, ready }: Entry): string[] {
  const place = podsOf(one, node).findIndex(({ name }) => name === pod)
  return [podDeleted ? `pod ${place} deleted` : `pod ${place} ready ${ready}`]
}

function historyOfAnswer(one: NodeHealthCase, answer: EvictionResponse): History {
  const byNode = new Map(one.nodes.map(({ name }) => [name, [] as Happening[]]))
  const placeOf = (node: string, pod: string) =>
    podsOf(one, node).findIndex(({ name }) => name === pod)
  for (const { at, node, type, status, reason } of answer.conditions) {
    byNode.get(node)?.push({ at, text: `condition ${type} ${status} ${reason}` })
  }
  for (const { at, node, op, taint } of answer.taints) {
    const stamped = taint.timeAdded === undefined ? '' : ' (timeAdded)'
    byNode.get(node)?.push({ at, text: `${op} ${taint.key}:${taint.effect}${stamped}` })
  }
  for (const { at, node, pod, ready } of answer.readiness) {
    byNode.get(node)?.push({ at, text: `pod ${placeOf(node, pod.name)} ready ${ready}` })
  }
  for (const { at, node, pod } of answer.evictions) {
    byNode.get(node)?.push({ at, text: `pod ${placeOf(node, pod.name)} deleted` })
  }
  const zones = answer.zones.map(({ at, zone, state, message }) => ({
    at,
    text: zone === null ? message : `${message} ${zone} ${state}`,
  }))
  return { byNode, zones }
}

function compareHistories(want: History, got: History, names: Map<string, string>): string[] {
  const differences = compareHappenings('zones', want.zones, got.zones)
  for (const [node, happenings] of want.byNode) {
    const other = got.byNode.get(names.get(node) ?? node) ?? []
    differences.push(...compareHappenings(node, happenings, other))
  }
  return differences
}

function compareHappenings(what: string, want: Happening[], got: Happening[]): string[] {
  const order = (a: Happening, b: Happening) => a.text.localeCompare(b.text) || a.at - b.at
  const [wanted, given] = [want.toSorted(order), got.toSorted(order)]
  const isSame =
    wanted.length === given.length &&
    wanted.every(({ at, text }, index) => {
      const other = given[index]
      return other?.text === text && Math.abs(at - other.at) <= TOLERANCE_SECONDS
    })
  return isSame ? [] : [`${what}: recorded ${JSON.stringify(want)}, got ${JSON.stringify(got)}`]
}

function podsOf(one: NodeHealthCase, node: string) {
  return one.pods.filter((pod) => pod.node === node)
}

/** Every way to exchange nodes to which the same happens. */
function placements(one: NodeHealthCase): Map<string, string>[] {
  const groups = new Map<string, string[]>()
  for (const { name, createdAt: _, ...node } of one.nodes) {
    const steps = one.steps.map((step) =>
      [step.start, step.set, step.stop, step.delete].map((names) => names?.includes(name) === true),
    )
    const pods = podsOf(one, name).map(({ tolerations }) => tolerations ?? [])
    const key = JSON.stringify([node, steps, pods])
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  let all: Map<string, string>[] = [new Map()]
  for (const names of groups.values()) {
    const orders = permutations(names)
    all = all.flatMap((known) =>
      orders.map(
        (order) => new Map([...known, ...names.map((n, i) => [n, order[i] ?? n] as const)]),
      ),
    )
  }
  return all
}

function permutations(names: string[]): string[][] {
  if (names.length <= 1) return [names]
  return names.flatMap((name, index) =>
    permutations(names.toSpliced(index, 1)).map((rest) => [name, ...rest]),
  )
}
