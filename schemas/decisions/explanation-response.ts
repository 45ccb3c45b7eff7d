import * as z from 'zod'
import { Code, Decision, Outcome } from './decision.ts'
import { DecisionInput } from './decision-input.ts'
import { Detail } from './detail.ts'

const count = z.int().min(0)
const node = z.string()
const key = z.string()

export const Cause = z
  .strictObject({
    plugin: z.string(),
    code: Code,
    reason: z.string(),
    nodes: count.meta({ description: 'Nodes that it keeps the pod off, alone or with others.' }),
    onlyCauseOn: count.meta({ description: 'Nodes that would take the pod but for it.' }),
    text: z.string().meta({ description: 'In a sentence, with the numbers behind it.' }),
  })
  .meta({ id: 'Cause' })

export const NodeVerdict = z
  .strictObject({
    node,
    rejectedBy: z.array(
      z.strictObject({
        plugin: z.string(),
        code: Code,
        reasons: z.array(z.string()),
        details: z.array(Detail),
      }),
    ),
    unknownTo: z.array(z.string()).meta({
      description: 'Filters that cannot tell for what was not seen (`decision.unknown`).',
    }),
  })
  .meta({
    id: 'NodeVerdict',
    description: 'Every filter that rejects the node or cannot tell; none of either: it fits.',
  })

const claim = { namespace: z.string(), name: z.string() }
const claimRequest = { ...claim, request: z.string() }

const Change = z
  .discriminatedUnion('op', [
    z.strictObject({
      op: z.literal('lowerRequest'),
      resource: z.string(),
      container: z.string(),
      from: z.string(),
      to: z.string(),
    }),
    z.strictObject({ op: z.literal('addToleration'), key, value: z.string(), effect: z.string() }),
    z.strictObject({ op: z.literal('removeNodeSelector'), key, value: z.string() }),
    z.strictObject({ op: z.literal('relaxNodeAffinity') }),
    z.strictObject({ op: z.literal('relaxPodAffinity'), topologyKey: key }),
    z.strictObject({ op: z.literal('relaxPodAntiAffinity'), topologyKey: key }),
    z.strictObject({ op: z.literal('relaxSpread'), topologyKey: key }),
    z.strictObject({ op: z.literal('removeHostPort'), port: z.int() }),
    z.strictObject({ op: z.literal('removeSchedulingGates') }),
    z.strictObject({ op: z.literal('uncordon'), node }),
    z.strictObject({ op: z.literal('untaint'), node, key, effect: z.string() }),
    z.strictObject({ op: z.literal('label'), node, key, value: z.string() }),
    z.strictObject({
      op: z.literal('deletePod'),
      namespace: z.string(),
      name: z.string(),
      node,
    }),
    z.strictObject({ op: z.literal('addNode'), like: node }),
    z.strictObject({ op: z.literal('createClaim'), namespace: z.string(), name: z.string() }),
    z.strictObject({ op: z.literal('dropDeviceSelectors'), ...claimRequest }),
    z.strictObject({ op: z.literal('lowerDeviceCount'), ...claimRequest, count: z.int() }),
    z.strictObject({
      op: z.literal('tolerateDeviceTaint'),
      ...claimRequest,
      key,
      value: z.string(),
      effect: z.string(),
    }),
    z.strictObject({ op: z.literal('dropDeviceConstraint'), ...claim, attribute: z.string() }),
    z.strictObject({ op: z.literal('freeClaim'), ...claim, pod: z.string() }).meta({
      description:
        'The claim gives its devices back; `pod` uses it and has to go, empty: nobody does.',
    }),
  ])
  .meta({ id: 'Change' })

const TriedChanges = z
  .strictObject({
    changes: z.array(Change).min(1).meta({ description: 'All of them together.' }),
    text: z.string().meta({ description: 'In a sentence.' }),
    outcome: Outcome,
    node: node.nullable().meta({ description: 'Where the pod goes then.' }),
    feasibleNodes: count,
    displaced: z
      .strictObject({ namespace: z.string(), name: z.string(), node: node.nullable() })
      .optional()
      .meta({
        description: 'The pod that has to leave, and the node that would take it; null: none.',
      }),
  })
  .meta({ id: 'TriedChanges', description: 'Found by deciding again with the changes.' })

const RunnerUp = z
  .strictObject({
    node,
    total: z.number(),
    behindBy: z.number(),
    differences: z.array(z.strictObject({ plugin: z.string(), points: z.number() })).meta({
      description: 'Weighted points of this node minus those of the chosen one, by plugin.',
    }),
    tippedBy: z
      .strictObject({ plugin: z.string(), from: z.number(), to: z.number() })
      .nullable()
      .meta({
        description:
          'The smallest change of one weight with which this node alone is the best; null: none does.',
      }),
  })
  .meta({ id: 'RunnerUp' })

/** The answer of POST /v1/explanations. */
export const ExplanationResponse = z
  .strictObject({
    id: z.string(),
    profile: z.string(),
    decision: Decision.meta({ description: 'As with explain summary.' }),
    dominantCause: Cause.nullable().meta({
      description:
        'The first of `causes`; null for a pod that is placed or of which it is not known.',
    }),
    causes: z.array(Cause).meta({
      description:
        'What holds on every node and no preemption changes comes first, then what holds on every ' +
        'node, then what alone is in the way on most nodes.',
    }),
    nodes: z.array(NodeVerdict).meta({
      description: "Every filter's say on every node, not only the first one's.",
    }),
    nearest: z.array(NodeVerdict).meta({ description: 'Nodes with the fewest reasons against.' }),
    wouldHelp: z.array(TriedChanges).meta({
      description:
        'Changes that make the pod fit, each found by deciding again: single ones, and where none ' +
        'helps, the fewest together.',
    }),
    triedChanges: count.meta({ description: 'How many were decided again.' }),
    runnersUp: z.array(RunnerUp).meta({
      description: 'For a placed pod: why not there, and what would tip it.',
    }),
    input: DecisionInput,
  })
  .meta({ id: 'ExplanationResponse' })
