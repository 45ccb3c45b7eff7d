import * as z from 'zod'

const FEEDBACK_MAX = 100_000
const NAME_MAX = 253
const SECONDS_MAX = 7 * 24 * 3600

const name = z
  .string()
  .min(1)
  .max(NAME_MAX)
  .regex(/^[^/]+$/, { message: 'a name without "/"' })
const namespace = name.default('default')
const seconds = z.int().min(1).max(SECONDS_MAX)
const count = z.int().min(1).max(FEEDBACK_MAX)
const time = z.iso.datetime()

/** What became of pods, for the circuit breaker. */
export const Feedback = z
  .array(
    z
      .strictObject({
        node: name,
        owner: z.strictObject({ namespace, kind: name, name }).optional().meta({
          description: "The pod's controller. Absent: it has none, and is an owner by itself.",
        }),
        pod: z.strictObject({ namespace, name }).optional(),
        outcome: z.enum(['failed', 'succeeded']).meta({
          description:
            'failed: it could not start there, or failed for what may be the fault of the node; ' +
            'succeeded: it runs, or ran to its end.',
        }),
        time: z.iso.datetime({ offset: true }),
      })
      .refine(({ owner, pod }) => owner !== undefined || pod !== undefined, {
        message: 'one of "owner" and "pod" is required',
      }),
  )
  .max(FEEDBACK_MAX)
  .meta({
    id: 'Feedback',
    description:
      'What became of pods that were placed before, in any order: switches the plugin CircuitBreaker ' +
      'on, which no scheduler of Kubernetes has. Needs `options.now`.',
  })

export type Feedback = z.output<typeof Feedback>

const rules = {
  windowSeconds: seconds.default(600).meta({ description: 'How long a failure counts.' }),
  ownersToOpen: count.default(2).meta({
    description:
      "Owners whose pods must have failed on a node in that time to open the node's circuit.",
  }),
  coolDownSeconds: seconds.default(300).meta({
    description: 'After the last failure on a node, until its circuit is half-open.',
  }),
  halfOpenPods: count.default(1).meta({
    description: 'Pods that a half-open circuit lets through in one request.',
  }),
  maxOpenShare: z.number().min(0).max(1).default(0.1).meta({
    description:
      'Of all nodes, how many are withheld at most; rounded down, at least one, never all.',
  }),
  nodesToQuarantine: count.default(3).meta({
    description: 'Nodes on which an owner must have been the first to fail to be quarantined.',
  }),
  quarantineShare: z.number().min(0).max(1).default(0.75).meta({
    description: 'Of the nodes that have news of the owner, how many these must be.',
  }),
  quarantineCoolDownSeconds: seconds.default(600).meta({
    description: "After the owner's last failure, until it may try again.",
  }),
  scoreWeight: z.int().min(0).max(1000).default(100).meta({
    description: "Weight of the score by the owner's own failures on a node; 0: none.",
  }),
  failuresForWorstScore: count.default(5).meta({ description: 'So many give 0 of 100.' }),
}

export const CircuitRules = z.strictObject(rules)

const state = z.enum(['closed', 'open', 'halfOpen'])
const circuit = {
  state,
  coolsAt: time.nullable().meta({ description: 'When an open circuit is half-open.' }),
  transitions: z.array(z.strictObject({ at: time, to: state, because: z.string() })).meta({
    description: 'The last ten.',
  }),
  failures: z.int().meta({ description: 'That count at present.' }),
}

/** Where the circuits stand, in the answer of POST /v1/decisions. */
export const CircuitBreaker = z
  .strictObject({
    rules: z.strictObject(
      Object.fromEntries(Object.keys(rules).map((rule) => [rule, z.number()])) as {
        // one number a rule, as given or by default
        [rule in keyof typeof rules]: z.ZodNumber
      },
    ),
    withheldMax: z.int(),
    nodes: z.array(
      z.strictObject({
        node: z.string(),
        ...circuit,
        owners: z.int().meta({ description: 'Distinct owners that failed there.' }),
        withheld: z.boolean().meta({
          description: 'False of a circuit that is not closed: too many are (maxOpenShare).',
        }),
      }),
    ),
    owners: z.array(
      z.strictObject({
        owner: z.strictObject({ namespace: z.string(), kind: z.string(), name: z.string() }),
        ...circuit,
        nodes: z.int().meta({ description: 'Nodes on which its pods failed.' }),
      }),
    ),
  })
  .meta({
    id: 'CircuitBreaker',
    description: 'Circuits of nodes and owners at `options.now`, before any pod is decided.',
  })
