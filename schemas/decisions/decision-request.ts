import * as z from 'zod'
import { SNAPSHOT_KIND_NAMES } from '../../src/snapshot/snapshot-resources.ts'
import { isObject, Pod } from '../snapshots/kubernetes-object.ts'
import { Manifests } from '../snapshots/manifests.ts'
import { Snapshot } from '../snapshots/snapshot.ts'
import { ClusterName } from '../store/cluster-name.ts'
import { unlessWrong } from '../unless-wrong.ts'
import { CircuitRules, Feedback } from './circuit-breaker.ts'
import { Edits } from './edits.ts'
import { ExtenderResults } from './extender-results.ts'
import { Groups } from './groups.ts'

export const ProfileName = z
  .string()
  .min(1)
  .meta({
    description: 'A name of GET /v1/profiles; default: the newest kubernetes-*.',
    examples: ['kubernetes-1.37', 'classic-1.11'],
  })

export const SchedulerConfig = z
  .unknown()
  .refine(isObject, { message: 'expected a KubeSchedulerConfiguration or a Policy object' })
  .meta({
    type: 'object',
    additionalProperties: true,
    description:
      'A KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1) with a kubernetes-* profile, ' +
      'a legacy Policy (JSON) with a classic-* profile; verbatim. With classic-1.12 the Policy may ' +
      'carry percentageOfNodesToScore, which that release takes from elsewhere.',
  })

const count = z.int().min(0)
/** It advances by one a pod, and must stay an exact number. */
const ROUND_ROBIN_MAX = 2 ** 52

export const AbsentKinds = z
  .union([z.enum(['unknown', 'empty']), z.array(z.enum(SNAPSHOT_KIND_NAMES))])
  .default('unknown')
  .meta({
    id: 'AbsentKinds',
    description:
      'What a kind of objects means that the snapshot does not contain. unknown: nothing is known ' +
      'of it, and an outcome that rests on it is `unknown`; empty: there are none, and what is ' +
      'not judged changes nothing; or the kinds of which there are none.',
  })

/** How to judge, for every endpoint that judges. */
const judging = {
  explain: z
    .enum(['full', 'summary', 'decision'])
    .default('full')
    .meta({
      description:
        'full: every verdict and every score; summary: counts and the ten best; ' +
        'decision: the answer only.',
    }),
  tieBreak: z.enum(['upstream', 'seeded', 'name']).default('upstream').meta({
    description: 'How nodes with the same total are told apart; upstream: as that release does.',
  }),
  seed: z.int().optional().meta({ description: 'Seed of tieBreak seeded.' }),
  preemption: z.boolean().default(true).meta({
    description: 'Preview the victims for a pod that fits nowhere.',
  }),
  startIndex: count.default(0).meta({
    description: 'Where the search for feasible nodes starts, for every pod of the request.',
  }),
  roundRobin: z.int().min(0).max(ROUND_ROBIN_MAX).default(0).meta({
    description: 'classic-1.10, classic-1.11: the counter that breaks ties.',
  }),
  now: z.iso.datetime({ offset: true }).optional().meta({
    description: 'The time, for the few rules that need it.',
  }),
  fixes: z.boolean().default(false).meta({
    description: 'classic-*: correct the known accidents of those releases, and name each.',
  }),
  only: z.array(z.string().min(1)).default([]).meta({
    description: 'Run only these plugins, predicates or priorities. Empty: all of the profile.',
  }),
  absentKinds: AbsentKinds,
  validate: z
    .enum(['strict', 'warn', 'ignore'])
    .default('ignore')
    .meta({
      description:
        'Fields of pods and manifests that their kinds do not have in Kubernetes 1.37. strict: they ' +
        'are refused (`unknown-field`); warn: told in `input.warnings`; ignore: left alone. Objects of ' +
        'the snapshot are never looked at.',
    }),
  defaulting: z.boolean().default(true).meta({
    description: 'First do to hand-written pods what the API server would have done.',
  }),
}

const SEED_REQUIRED = { path: ['seed'], message: 'required with tieBreak "seeded"' }

function hasSeed({ tieBreak, seed }: { tieBreak: string; seed?: number | undefined }): boolean {
  return tieBreak !== 'seeded' || seed !== undefined
}

export const JudgingOptions = z.strictObject(judging).refine(hasSeed, SEED_REQUIRED)
export type JudgingOptions = z.output<typeof JudgingOptions>

const DecisionOptions = z
  .strictObject({
    ...judging,
    order: z
      .enum(['given', 'queue'])
      .default('given')
      .meta({
        description:
          "queue: as the release's queue gives pods out that all came when they were created: by " +
          'priority, then age (classic-1.10: by age). The decisions are in that order too.',
      }),
    gangs: z
      .boolean()
      .default(false)
      .meta({
        description:
          'kubernetes-1.35 and later: decide pods in the order of the queue, those of a PodGroup, ' +
          'or of a group in a Workload, as the release does with its feature gates for ' +
          'groups on (docs/groups.md).',
      }),
    circuitBreaker: CircuitRules.prefault({}).meta({ description: 'With `feedback`.' }),
    audit: z.enum(['optional', 'required']).default('optional').meta({
      description: 'required: decide nothing when the preemption cannot be recorded (503).',
    }),
  })
  .refine(hasSeed, SEED_REQUIRED)

/** POST /v1/decisions. Strict in its own fields, lenient inside Kubernetes objects. */
export const DecisionRequest = z
  .strictObject({
    snapshot: Snapshot,
    pod: Pod.optional().meta({ description: 'The one pod to decide; or give `pods`.' }),
    pods: z.array(Pod).optional().meta({
      description: 'Pods to decide in this order; each placement is assumed for the next.',
    }),
    manifests: Manifests.optional(),
    edits: Edits.optional(),
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    extenderResults: ExtenderResults.optional(),
    cluster: ClusterName.optional(),
    feedback: Feedback.optional(),
    groups: Groups.optional(),
    options: DecisionOptions.prefault({}),
  })
  .refine(namesPodsOnce, {
    message:
      'exactly one of "pod" and "pods" is required, at most one beside "manifests" or "edits"',
    when: unlessWrong('pod', 'pods'),
  })
  .meta({ id: 'DecisionRequest' })

export type DecisionRequest = z.output<typeof DecisionRequest>

interface PodsOfRequest {
  readonly pod?: unknown
  readonly pods?: unknown
  readonly manifests?: unknown
  readonly edits?: unknown
}

function namesPodsOnce({ pod, pods, manifests, edits }: PodsOfRequest): boolean {
  if (pod === undefined && pods === undefined) return (manifests ?? edits) !== undefined
  return pod === undefined || pods === undefined
}
