import type { Json } from '../support/make-node.ts'
import type { PodOptions } from '../support/make-pod.ts'

/*
 * A cluster full of the pods of 200 Deployments, which have ten priorities, affinity, anti-affinity and
 * spreading, some of them under PodDisruptionBudgets; no two of the pods that displace them are alike.
 */

const APPS = 200
/** So many fill a node of four cores, each of another priority. */
export const RUNNING_A_NODE = 10
const APPS_A_PRIORITY = APPS / RUNNING_A_NODE
const GUESTS = 7
/** The first app of the highest priority. */
const IMPORTANT_FROM = 7 * APPS_A_PRIORITY
const HOSTNAME = 'kubernetes.io/hostname'
const ZONE = 'topology.kubernetes.io/zone'
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'

const FULL_SHARE = { cpu: '400m', memory: '2Gi' }

export function runningPod(index: number, nodes: number): PodOptions {
  const [node, slot] = [index % nodes, Math.floor(index / nodes)]
  const app = slot * APPS_A_PRIORITY + ((node * 7 + slot * 3) % APPS_A_PRIORITY)
  const minute = `${(index * 7) % 60}`.padStart(2, '0')
  return {
    labels: { app: `app-${app}` },
    priority: ((slot * 7) % RUNNING_A_NODE) * 100,
    requests: FULL_SHARE,
    startTime: `2026-01-01T0${index % 10}:${minute}:00Z`,
    spec: rulesOf(app),
  }
}

function rulesOf(app: number): Json {
  switch (app % 11) {
    case 0:
      return { affinity: { podAntiAffinity: { [REQUIRED]: [term(HOSTNAME, guest(app))] } } }
    case 1:
      return { affinity: { podAffinity: { [REQUIRED]: [term(ZONE, `app-${app}`)] } } }
    case 2:
      return spreading(`app-${app}`)
    default:
      return {}
  }
}

function guest(number: number): string {
  return `guest-${number % GUESTS}`
}

export function preemptor(pod: PodOptions, index: number): PodOptions {
  const own = guest(index)
  const other = `app-${index % APPS}`
  const important = `app-${IMPORTANT_FROM + (index % APPS_A_PRIORITY)}`
  const rules = [
    {},
    spreading(own),
    { affinity: { podAntiAffinity: { [REQUIRED]: [term(HOSTNAME, other)] } } },
    { affinity: { podAffinity: { [REQUIRED]: [term(ZONE, important)] } } },
    { affinity: { podAntiAffinity: { [REQUIRED]: [term(HOSTNAME, own)] } } },
  ]
  return {
    ...pod,
    labels: { app: own, index: `${index}` },
    priority: 500 + (index % 6) * 100,
    requests: { cpu: `${401 + (index % 1201)}m`, memory: `${512 + (index % 1021)}Mi` },
    spec: rules[index % rules.length] ?? {},
  }
}

/** Of every fourth app so many may go, of some none. */
export const DISRUPTION_BUDGETS: readonly Json[] = Array.from({ length: APPS / 4 }, (_, index) => ({
  metadata: { name: `budget-${index}`, namespace: 'default' },
  spec: { minAvailable: 1, selector: { matchLabels: { app: `app-${4 * index}` } } },
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
