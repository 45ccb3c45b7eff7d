import * as z from 'zod'
import { Problem } from '../problem.ts'
import { PodReference } from '../snapshots/pod-reference.ts'
import { AuditStatus } from '../store/preemption-record.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { ClaimAllocation, PlacedClaim, RequestMapping } from './claims.ts'
import { Detail } from './detail.ts'
import { ExtenderResult } from './extender-results.ts'

const count = z.int().min(0)
const nodeName = z.string()

export const Code = z.enum(['Unschedulable', 'UnschedulableAndUnresolvable', 'Error']).meta({
  description: "The framework's status code.",
})

const Verdict = z
  .strictObject({
    node: nodeName,
    plugin: z.string().meta({ description: 'The first plugin that rejected the node.' }),
    code: Code,
    reasons: z.array(z.string()),
    details: z.array(Detail),
  })
  .meta({ id: 'Verdict' })

const PreFilterRejection = z.strictObject({
  plugin: z.string(),
  code: Code,
  reasons: z.array(z.string()),
})

const SummaryLine = z.strictObject({ plugin: z.string(), reason: z.string(), nodes: count })

const preFilter = PreFilterRejection.nullable().meta({
  description: 'Set when the whole pod was rejected before any node was looked at.',
})

const notSearched = count.meta({
  description: 'Nodes that the search never reached (percentageOfNodesToScore).',
})

const Filter = z
  .strictObject({
    preFilter,
    feasible: z.array(nodeName).meta({ description: "In the scheduler's node order." }),
    allocations: z
      .record(nodeName, z.array(ClaimAllocation))
      .optional()
      .meta({
        description:
          'By feasible node: what its claims without devices would be given there. Absent for a pod ' +
          'that needs none.',
      }),
    rejected: z.array(Verdict),
    unknown: z.array(nodeName).optional().meta({
      description: 'Nodes that no filter rejects and of which some filter cannot tell.',
    }),
    notSearched,
    summary: z.array(SummaryLine),
  })
  .meta({ id: 'Filter', description: 'With explain full.' })

const FilterSummary = z
  .strictObject({
    preFilter,
    feasibleNodes: count.meta({ description: 'How many nodes passed.' }),
    unknownNodes: count.optional().meta({ description: 'Of how many that cannot be told.' }),
    notSearched,
    summary: z.array(SummaryLine),
  })
  .meta({ id: 'FilterSummary', description: 'With explain summary.' })

const PluginScore = z.strictObject({
  raw: z.number().meta({ description: 'Before normalization.' }),
  score: z.number().meta({ description: 'After normalization.' }),
  weight: z.number(),
  weighted: z.number(),
})

const NodeScore = z
  .strictObject({
    node: nodeName,
    total: z.number(),
    plugins: z.record(z.string(), PluginScore).meta({
      description: 'By plugin or priority; one that skipped is absent.',
    }),
  })
  .meta({ id: 'NodeScore' })

export const PreemptionVictim = z
  .strictObject({
    namespace: z.string(),
    name: z.string(),
    uid: z.string().optional(),
    priority: z.int(),
    pdbViolated: z.boolean(),
    terminating: z.boolean().meta({ description: 'It is being deleted already.' }),
    recreatedBy: z
      .strictObject({ kind: z.string(), name: z.string(), uid: z.string() })
      .nullable()
      .meta({ description: 'The controller that will make it anew; null: nobody will.' }),
    gracePeriodSeconds: count,
    freeBy: z.iso.datetime().optional().meta({
      description: 'When it is gone at the latest. With `options.now`.',
    }),
  })
  .meta({ id: 'PreemptionVictim' })

const Candidate = z
  .strictObject({
    node: nodeName,
    victims: z.array(PreemptionVictim),
    pdbViolations: count,
    lostBy: z.string().nullable().meta({ description: 'The criterion; null for the winner.' }),
  })
  .meta({ id: 'PreemptionCandidate' })

const Preemption = z
  .strictObject({
    node: nodeName.nullable(),
    victims: z.array(PreemptionVictim),
    candidates: z.array(Candidate).optional().meta({ description: 'With explain full.' }),
    tiedCandidates: count.optional().meta({
      description:
        'Candidates between which upstream chooses at random; here by node order. With explain full.',
    }),
    clearedNominations: z.array(PodReference).optional().meta({
      description:
        'Pods of lower priority that would lose their nomination to the node. With explain full.',
    }),
    message: z.string().optional().meta({ description: 'With explain full.' }),
  })
  .meta({ id: 'Preemption', description: 'What would have to go; nothing is changed by it.' })

const Binding = z
  .strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Binding'),
    metadata: PodReference,
    target: z.strictObject({
      apiVersion: z.literal('v1'),
      kind: z.literal('Node'),
      name: nodeName,
    }),
  })
  .meta({ id: 'Binding', description: 'What to post to pods/binding to carry the decision out.' })

export const Outcome = z.enum([
  'scheduled',
  'unschedulable',
  'gated',
  'notResponsible',
  'alreadyAssigned',
  'terminating',
  'unknown',
  'error',
])

export const Unknown = z
  .strictObject({
    kind: z.string().nullable().meta({ description: 'Of Kubernetes; null: no kind of object.' }),
    plugin: z.string().meta({ description: 'Whose verdict rests on it.' }),
    why: z.string(),
    command: z.string().nullable().meta({ description: 'What gets it; null: nothing would.' }),
  })
  .meta({ id: 'Unknown', description: 'Something that was not seen, or is not judged.' })

export const Decision = z
  .strictObject({
    pod: PodReference,
    group: z.string().optional().meta({
      description: 'namespace/name of the PodGroup that it was decided with.',
    }),
    outcome: Outcome,
    node: nodeName.nullable(),
    binding: Binding.nullable(),
    message: z.string().nullable().meta({
      description: 'Word for word as that release writes it, when the pod is not scheduled.',
    }),
    nominatedNode: nodeName.nullable(),
    filter: z.union([Filter, FilterSummary]).nullable().optional(),
    scores: z
      .array(NodeScore)
      .optional()
      .meta({
        description:
          'Best first. With explain summary the ten best. With outcome `unknown` those of the nodes ' +
          'that may be feasible, by the plugins whose scores rest on nothing unseen; `total` is ' +
          'their sum.',
      }),
    tied: z.array(nodeName).optional().meta({ description: 'All nodes with the top total.' }),
    claims: z.array(PlacedClaim).optional().meta({
      description: "Of a scheduled pod: its claims as PreBind writes them, in the pod's order.",
    }),
    extendedResources: z.array(RequestMapping).optional().meta({
      description: 'Which container uses which request of the claim for extended resources.',
    }),
    deallocations: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Of a pod that fits nowhere: ResourceClaims (namespace/name), one of which gives its devices ' +
          'back for it, or is deleted; upstream draws which.',
      }),
    preemption: Preemption.nullable(),
    unknown: z
      .array(Unknown)
      .optional()
      .meta({
        description:
          'What the outcome `unknown` rests on and was not seen. Where no node fits whatever is there, ' +
          'the outcome stands, and this is what its message and preview would rest on.',
      }),
  })
  .meta({ id: 'Decision' })

const GroupOutcome = z
  .strictObject({
    group: z.string().meta({ description: 'namespace/name' }),
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z.enum(['Scheduled', 'Unschedulable', 'SchedulerError', 'NotSeen']).meta({
      description: "`NotSeen`: with status `Unknown`; the members' decisions say on what it rests.",
    }),
    message: z.string(),
    victims: z.array(PodReference).meta({
      description: 'Pods that would have to go for the group; nothing is changed by it.',
    }),
  })
  .meta({
    id: 'GroupOutcome',
    description: "The group's condition PodGroupInitiallyScheduled after its first attempt.",
  })

const DeniedMember = z.strictObject({
  pod: PodReference,
  outcome: Outcome,
  message: z.string().meta({
    description: 'Why it has no node though all others stand that fit one after another.',
  }),
  alone: z.string().meta({
    description: 'Why it has none even without any other member; empty when it fits alone.',
  }),
})

/** What became of one group of the request. */
const SearchedGroup = z
  .strictObject({
    group: z.string(),
    minMember: count,
    members: count.meta({ description: 'Of this request.' }),
    running: count,
    isPlaced: z.boolean(),
    placed: count.meta({ description: 'Members of this request with a node now.' }),
    foundBy: z.enum(['greedy', 'search']).nullable().meta({
      description:
        'greedy: one after another, as schedulers do; search: only in another arrangement.',
    }),
    greedy: count.meta({ description: 'Members that fit one after another.' }),
    search: z
      .strictObject({
        ended: z.enum(['found', 'exhausted', 'cutOff']).meta({
          description: 'exhausted: there is no arrangement, which is proved; cutOff: nobody knows.',
        }),
        steps: count.meta({ description: 'States that were looked at.' }),
      })
      .nullable(),
    because: z.enum(['tooFewMembers', 'unknown']).nullable(),
    denied: z.array(DeniedMember).meta({ description: 'Members that greedy left over.' }),
  })
  .meta({ id: 'SearchedGroup' })

export const NotEvaluated = z
  .strictObject({
    what: z.string(),
    kind: z.string().optional().meta({ description: 'Of Kubernetes, such as Service.' }),
    object: z
      .string()
      .optional()
      .meta({ description: 'Its name, with its namespace if it has one.' }),
    affects: z.enum(['outcome', 'ranking', 'preview']).meta({
      description:
        'What it may change: where a pod may go, how nodes rank, or whom a preemption displaces.',
    }),
    pods: count.optional().meta({ description: 'How many, where they are not listed one by one.' }),
    reason: z.string(),
  })
  .meta({ id: 'NotEvaluated', description: 'What Berth did not judge, or judged as empty.' })

const Defaulted = z.strictObject({
  pod: PodReference,
  pointer: z.string().meta({ description: 'RFC 6901 pointer into the pod.' }),
  value: z.unknown(),
})

const Notice = z
  .strictObject({
    code: z.enum(['never-run', 'run-by-fixes', 'fixed', 'odd']).meta({
      description:
        'never-run: accepted by the release and not run by it; run-by-fixes: run all the same ' +
        '(options.fixes); fixed: a corrected accident of the release that changed a verdict or a ' +
        'score; odd: as configured, but not as its authors meant it.',
    }),
    subject: z.string().meta({ description: 'The predicate, priority or rule.' }),
    message: z.string(),
  })
  .meta({ id: 'Notice', description: 'What is to be known about the rules of a classic release.' })

const EditedPod = z.strictObject({ namespace: z.string(), name: z.string() })
const to = z.string().nullable().optional().meta({
  description: 'Where it was placed, in answers that do not have its decision; null: nowhere.',
})

/** What a decision was made from. */
export const DecisionInput = z
  .strictObject({
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .meta({ description: 'Of the request body, after Content-Encoding is removed.' }),
    nodes: count,
    pods: count.meta({ description: 'Pods that run on these nodes.' }),
    notEvaluated: z.array(NotEvaluated),
    defaulted: z.array(Defaulted),
    notices: z.array(Notice),
    warnings: z
      .array(z.strictObject({ pointer: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'With options.validate "warn": at most 50.' }),
    edited: z
      .strictObject({
        pendingAgain: z.array(EditedPod.extend({ node: z.string(), to })).meta({
          description: 'Pods that lost their node, and are decided before all others.',
        }),
        created: z.array(EditedPod.extend({ to })).meta({
          description: 'New pods, which are decided after all others.',
        }),
        deleted: z.array(EditedPod).meta({
          description: 'Also those that go with their node: of DaemonSets, static ones.',
        }),
      })
      .optional()
      .meta({ description: 'With `edits`: what they did to pods.' }),
    priorityClasses: z
      .array(
        z.strictObject({
          name: z.string(),
          value: z.int(),
          source: z.enum(['snapshot', 'cluster', 'system']),
          pods: count,
        }),
      )
      .meta({
        description: 'Classes that gave their value to pods without a priority of their own.',
      }),
  })
  .meta({ id: 'DecisionInput' })

/** What of an answer is known only when the last pod is decided. */
const conclusion = {
  groups: z.array(GroupOutcome).optional().meta({
    description: 'With `options.gangs`: every PodGroup that was tried, in that order.',
  }),
  searchedGroups: z.array(SearchedGroup).optional().meta({
    description: 'With `groups`: each in the order in which it was due.',
  }),
  next: z.strictObject({ startIndex: count, roundRobin: count }).meta({
    description: 'Options with which the next request would go on where this one ended.',
  }),
  extenderResults: z.array(ExtenderResult).optional().meta({
    description:
      'What extenders answered that were called; with it the same request makes no calls.',
  }),
  circuitBreaker: CircuitBreaker.optional().meta({ description: 'With `feedback`.' }),
  audit: AuditStatus.optional().meta({
    description: 'With `cluster`: what was recorded of the preemptions that are proposed.',
  }),
}

/** The answer of POST /v1/decisions. */
export const DecisionResponse = z
  .strictObject({
    id: z.string().meta({ description: 'Derived from the digest: same request, same id.' }),
    profile: z.string(),
    input: DecisionInput,
    decisions: z.array(Decision),
    ...conclusion,
  })
  .meta({ id: 'DecisionResponse' })

/** A line of the same as application/x-ndjson: its head, its decisions in order, its end. */
export const DecisionLine = z
  .union([
    z.strictObject({ id: z.string(), profile: z.string() }),
    Decision,
    z
      .strictObject({
        decided: count.meta({ description: 'Lines between the first and this one.' }),
        outcomes: z.partialRecord(Outcome, count),
        input: DecisionInput,
        ...conclusion,
      })
      .meta({ description: 'The last line of an answer that is whole.' }),
    z.strictObject({ problem: Problem }).meta({
      description: 'The last line of one that could not be finished.',
    }),
  ])
  .meta({ id: 'DecisionLine' })
