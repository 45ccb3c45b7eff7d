import * as z from 'zod'
import { PodReference } from '../snapshots/pod-reference.ts'
import { ClaimAllocation, PlacedClaim, RequestMapping } from './claims.ts'
import { Detail } from './detail.ts'

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
