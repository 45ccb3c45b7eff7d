import type { Json } from '../build/make-node.ts'
import type { PodOptions } from '../build/make-pod.ts'

/*
 * A full cluster whose pods have ten priorities, affinity, anti-affinity and spreading, some of them
 * under PodDisruptionBudgets; no two of the pods that displace them are alike.
 */

const PRIORITIES = 10
const APPS = 50
const BUDGETS = 20
const GUESTS = 7
const HOSTNAME = 'kubernetes.io/hostname'
const ZONE = 'topology.kubernetes.io/zone'
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'

/** So many fill a node of four cores. */
export const RUNNING_A_NODE = 10
const FULL_SHARE = { cpu: '400m', memory: '2Gi' }

/** Every node has pods of all priorities, in an order of its own. */
export function runningPod(index: number, nodes: number): PodOptions {
  const [node, slot] = [index % nodes, Math.floor(index / nodes)]
  const minute = `${(index * 7) % 60}`.padStart(2, '0')
  return {
    labels: { app: `app-${(index * 13 + slot) % APPS}` },
    priority: ((slot * 7 + node * 3) % PRIORITIES) * 100,
    requests: FULL_SHARE,
    startTime: `2026-01-01T0${slot % PRIORITIES}:${minute}:00Z`,
    spec: rulesOfRunning(index),
  }
}

function rulesOfRunning(index: number): Json {
  const guest = `guest-${index % GUESTS}`
  switch (index % 11) {
    case 0:
      return { affinity: { podAntiAffinity: { [REQUIRED]: [term(HOSTNAME, guest)] } } }
    case 1:
      return { affinity: { podAffinity: { [REQUIRED]: [term(ZONE, `app-${index % APPS}`)] } } }
    case 2:
      return spreading(`app-${index % APPS}`)
    default:
      return {}
  }
}

export function preemptor(pod: PodOptions, index: number): PodOptions {
  const guest = `guest-${index % GUESTS}`
  const rules = [
    {},
    spreading(guest),
    { affinity: { podAntiAffinity: { [REQUIRED]: [term(HOSTNAME, `app-${index % APPS}`)] } } },
    { affinity: { podAffinity: { [REQUIRED]: [term(ZONE, `app-${index % APPS}`)] } } },
    { affinity: { podAntiAffinity: { [REQUIRED]: [term(HOSTNAME, guest)] } } },
  ]
  return {
    ...pod,
    labels: { app: guest, index: `${index}` },
    priority: 500 + (index % 6) * 100,
    requests: { cpu: `${401 + (index % 1201)}m`, memory: `${512 + (index % 1021)}Mi` },
    spec: rules[index % rules.length] ?? {},
  }
}

/** Of every tenth app none may go, of the others so many. */
export const DISRUPTION_BUDGETS: readonly Json[] = Array.from({ length: BUDGETS }, (_, index) => ({
  metadata: { name: `budget-${index}`, namespace: 'default' },
  spec: { minAvailable: 1, selector: { matchLabels: { app: `app-${index}` } } },
  status: {
    disruptionsAllowed: index % 10,
    currentHealthy: 1,
    desiredHealthy: 1,
    expectedPods: 1,
    disruptedPods: {},
  },
}))

function term(topologyKey: string, app: string): Json {
  return { labelSelector: { matchLabels: { app } }, topologyKey }
}

function spreading(app: string): Json {
  const labelSelector = { matchLabels: { app } }
  const constraint = {
    maxSkew: 5,
    topologyKey: ZONE,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector,
  }
  return { topologySpreadConstraints: [constraint] }
}
