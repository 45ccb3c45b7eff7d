import * as z from 'zod'
import { DEFAULT_FLAGS } from '../../src/controllers/node-lifecycle/controller-flags.ts'
import { isObject, Pod } from '../snapshots/kubernetes-object.ts'
import { Snapshot } from '../snapshots/snapshot.ts'
import { NodePressureRequest } from './node-pressure.ts'

/** Bounds of one request; a simulated month is longer than any drain. */
const EVICTION_CHANGES_MAX = 10_000
const LISTED_MAX = 15_000
const PRESSURED_NODES_MAX = 1000
const UNTIL_SECONDS_MAX = 31 * 24 * 3600

const seconds = z.number().min(0).max(UNTIL_SECONDS_MAX)
const time = z.iso.datetime({ offset: true })
const nodeNames = z.array(z.string().min(1)).max(LISTED_MAX)
const objects = (what: string) =>
  z
    .array(z.unknown().refine(isObject, { message: `expected a ${what}` }))
    .max(LISTED_MAX)
    .meta({ items: { type: 'object', additionalProperties: true } })

const Condition = z.union([
  z.enum(['True', 'False', 'Unknown']),
  z.strictObject({
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z.string().optional(),
    message: z.string().optional(),
  }),
])

const VERBS = [
  'taints',
  'createPods',
  'createNodes',
  'setTolerations',
  'deleteNode',
  'delete',
  'stop',
  'start',
  'set',
] as const

const change = {
  at: seconds.meta({ description: 'Seconds after `now`.' }),
  node: z.string().min(1).optional().meta({
    description: 'Of `taints`; may be absent when the snapshot has one node.',
  }),
  taints: objects('taint').optional().meta({ description: "The node's whole spec.taints." }),
  createPods: z
    .array(z.union([z.string().min(1), Pod]))
    .max(LISTED_MAX)
    .optional()
    .meta({
      description:
        'Pods with spec.nodeName; a name is that of a pod of the snapshot, which then is not there before.',
    }),
  createNodes: objects('Node').optional(),
  setTolerations: z
    .strictObject({
      pod: z.string().min(1).meta({ description: 'name, or namespace/name.' }),
      tolerations: objects('toleration'),
    })
    .optional(),
  status: z.int().optional().meta({
    description: 'Of `setTolerations`: what the API server answered; from 400 on nothing changed.',
  }),
  deleteNode: z.string().min(1).optional(),
  delete: nodeNames.optional().meta({ description: 'Nodes that are deleted.' }),
  stop: nodeNames.optional().meta({
    description: 'Nodes whose kubelets renew their Leases for the last time.',
  }),
  start: nodeNames.optional().meta({
    description: 'Nodes whose kubelets renew their Leases again; with `ready` they post a status.',
  }),
  ready: z.enum(['True', 'False', 'Unknown']).optional().meta({ description: 'Of `start`.' }),
  set: nodeNames.optional().meta({
    description: 'Nodes whose kubelets post `conditions`, or that are cordoned or not.',
  }),
  conditions: z
    .record(z.string(), Condition)
    .optional()
    .meta({ description: 'Of `set`, `start`.' }),
  unschedulable: z.boolean().optional().meta({ description: 'Of `set`.' }),
}

const BELONGS = [
  ['node', ['taints']],
  ['status', ['setTolerations']],
  ['ready', ['start']],
  ['conditions', ['start', 'set']],
  ['unschedulable', ['set']],
] as const

const Change = z
  .strictObject(change)
  .superRefine((value, context) => {
    const given = VERBS.filter((verb) => value[verb] !== undefined)
    if (given.length > 1) {
      const message = `one change does one thing; here are ${given.join(', ')}`
      context.addIssue({ code: 'custom', message })
    }
    for (const [field, verbs] of BELONGS) {
      if (value[field] === undefined || verbs.some((verb) => value[verb] !== undefined)) continue
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `goes with ${verbs.join(' or ')}`,
      })
    }
  })
  .meta({ id: 'EvictionChange' })

const flag = (name: string, value: string) =>
  z
    .union([z.string().max(64), z.number()])
    .optional()
    .meta({ description: `Default ${value}.`, title: `--${name}` })

const Flags = z
  .strictObject({
    'node-monitor-period': flag('node-monitor-period', DEFAULT_FLAGS['node-monitor-period']),
    'node-monitor-grace-period': flag(
      'node-monitor-grace-period',
      DEFAULT_FLAGS['node-monitor-grace-period'],
    ),
    'node-startup-grace-period': flag(
      'node-startup-grace-period',
      DEFAULT_FLAGS['node-startup-grace-period'],
    ),
    'node-eviction-rate': flag('node-eviction-rate', DEFAULT_FLAGS['node-eviction-rate']),
    'secondary-node-eviction-rate': flag(
      'secondary-node-eviction-rate',
      DEFAULT_FLAGS['secondary-node-eviction-rate'],
    ),
    'large-cluster-size-threshold': flag(
      'large-cluster-size-threshold',
      DEFAULT_FLAGS['large-cluster-size-threshold'],
    ),
    'unhealthy-zone-threshold': flag(
      'unhealthy-zone-threshold',
      DEFAULT_FLAGS['unhealthy-zone-threshold'],
    ),
  })
  .meta({
    id: 'ControllerManagerFlags',
    description: 'Flags of kube-controller-manager: durations as Go writes them, rates a second.',
  })

/** POST /v1/evictions: what taints and node health do to running pods, and when. */
export const EvictionRequest = z
  .strictObject({
    snapshot: Snapshot,
    now: time.meta({ description: 'The start; every `at` is counted from it.' }),
    until: z.union([seconds, time]).default(900).meta({
      description: 'The end: seconds after `now`, or a time.',
    }),
    changes: z.array(Change).max(EVICTION_CHANGES_MAX).default([]).meta({
      description: 'What happens to the cluster meanwhile, in any order.',
    }),
    flags: Flags.prefault({}),
    pressure: z.array(NodePressureRequest).max(PRESSURED_NODES_MAX).default([]).meta({
      description: 'Nodes that run short: in which order does the kubelet evict their pods?',
    }),
    monitorPassAt: z
      .number()
      .min(0)
      .max(3600)
      .optional()
      .meta({
        description:
          'When the node monitor has its first pass, in seconds after `now`. Nobody can see that ' +
          'from outside; default half a period, so that times are right within half a period.',
      }),
  })
  .meta({ id: 'EvictionRequest' })

export type EvictionRequest = z.output<typeof EvictionRequest>
