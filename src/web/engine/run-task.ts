import { DrainRequest } from '../../../schemas/around/drain-request.ts'
import { SimulationRequest } from '../../../schemas/around/simulation-request.ts'
import { CapacityRequest } from '../../../schemas/decisions/capacity-request.ts'
import { ComparisonRequest } from '../../../schemas/decisions/comparison-request.ts'
import { DecisionRequest } from '../../../schemas/decisions/decision-request.ts'
import { collect } from '../../cli/collect.ts'
import { readRequest, UNBOUNDED } from '../../cli/sources/read-request.ts'
import { err, ok, type Result } from '../../result.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import { namespacedKey, textAt } from '../../snapshot/json/raw-object.ts'
import { capacity } from '../../use-cases/capacity/capacity.ts'
import { startComparison } from '../../use-cases/decisions/compare.ts'
import { comparisonParts } from '../../use-cases/decisions/comparison-answer.ts'
import { startDecisions } from '../../use-cases/decisions/decide.ts'
import { answerParts } from '../../use-cases/decisions/decision-answer.ts'
import { drainParts, readDrain } from '../../use-cases/drains/drain.ts'
import { readSimulation, simulationParts } from '../../use-cases/simulations/simulate.ts'
import type { AnswerOf, Pictured, Task, TaskQuestion } from '../answers.ts'
import { editObjects, editPod } from './apply-edits.ts'
import type { OpenedCluster } from './opened-cluster.ts'

type Lines = readonly string[]
type Found<Kind extends Task['kind']> = Promise<Result<AnswerOf<Kind>, Lines>>
type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>

/** The release that decides pods of a PodGroup together. */
const GANG_PROFILE = 'kubernetes-1.37'
const COMPARED_MAX = 300

/** Finds what the API would answer about the whole cluster, by the same use cases. */
export async function runTask(
  opened: OpenedCluster,
  digest: string,
  question: TaskQuestion,
): Promise<Result<Pictured, Lines>> {
  const finder = new TaskRun(opened, digest, question)
  const { task } = question
  switch (task.kind) {
    case 'decisions':
      return pictured('decisions', await finder.decisions())
    case 'capacity':
      return pictured('capacity', await finder.capacity(task))
    case 'drain':
      return pictured('drain', await finder.drain(task))
    case 'simulation':
      return pictured('simulation', await finder.simulation(task))
    case 'comparison':
      return pictured('comparison', await finder.comparison(task))
  }
}

function pictured<Kind extends Task['kind']>(
  kind: Kind,
  found: Result<AnswerOf<Kind>, Lines>,
): Result<Pictured, Lines> {
  // What is found is of the kind that was asked for.
  return found.ok ? ok({ kind, answer: found.value } as unknown as Pictured) : found
}

class TaskRun {
  private readonly opened: OpenedCluster
  private readonly digest: string
  private readonly profile: string
  private readonly question: TaskQuestion
  private readonly snapshot: object

  constructor(opened: OpenedCluster, digest: string, question: TaskQuestion) {
    this.opened = opened
    this.digest = `sha256:${digest}`
    this.profile = question.profile
    this.question = question
    this.snapshot = Object.fromEntries(editObjects(opened.objects, question.edits))
  }

  /** Every waiting pod in the order of the queue, each on top of those before it. */
  async decisions(): Found<'decisions'> {
    const { snapshot, profile } = this
    const gangs = profile === GANG_PROFILE && 'podGroups' in snapshot
    const options = { explain: 'summary' as const, order: 'queue' as const, gangs }
    const asked = { snapshot, pods: this.waiting(), profile, options }
    const request = readRequest(DecisionRequest, asked)
    if (!request.ok) return request
    const kept = { priorityClasses: [], notEvaluated: [], keptClasses: null }
    const run = startDecisions(request.value, { digest: this.digest, ...kept, ...UNBOUNDED })
    if (!run.ok) return told(run.error)
    return ok(await answerOf<'decisions'>(answerParts(run.value, () => Promise.resolve(null))))
  }

  async capacity({ pod: key, max }: TaskOf<'capacity'>): Found<'capacity'> {
    const pod = this.pod(key)
    if (!pod.ok) return pod
    const { snapshot, profile, digest } = this
    const asked = { snapshot, mix: [{ pod: pod.value }], max, profile }
    const request = readRequest(CapacityRequest, asked)
    if (!request.ok) return request
    const found = capacity(request.value, { digest, ...UNBOUNDED })
    // As it would come over the wire.
    return found.ok ? ok(JSON.parse(JSON.stringify(found.value))) : told(found.error)
  }

  async drain({ nodes, force, deleteEmptyDirData }: TaskOf<'drain'>): Found<'drain'> {
    const { snapshot, profile, digest } = this
    const which = nodes.length === 0 ? { consolidate: {} } : { nodes }
    const flags = { force, deleteEmptyDirData }
    const request = readRequest(DrainRequest, { snapshot, ...which, flags, profile })
    if (!request.ok) return request
    const question = readDrain(request.value, { digest, ...UNBOUNDED })
    if (!question.ok) return told(question.error)
    return ok(await answerOf<'drain'>(drainParts(question.value)))
  }

  async simulation(task: TaskOf<'simulation'>): Found<'simulation'> {
    const { snapshot, profile, digest } = this
    const pod = task.copies === 0 ? ok(null) : this.pod(task.pod)
    if (!pod.ok) return pod
    const script = pod.value === null ? [] : arrivals(pod.value, task)
    const asked = { snapshot, script, until: task.until, profile }
    const request = readRequest(SimulationRequest, asked)
    if (!request.ok) return request
    const question = readSimulation(request.value, { digest, ...UNBOUNDED })
    if (!question.ok) return told(question.error)
    return ok(await answerOf<'simulation'>(simulationParts(question.value)))
  }

  async comparison({ other, pods: which }: TaskOf<'comparison'>): Found<'comparison'> {
    const { profile, digest } = this
    const anew = which === 'all' ? this.replaceable() : []
    const pods = [...this.waiting(), ...anew.map((key) => this.podToPlace(key))]
    const gone = new Set(anew)
    const staying = objectsOf(this.snapshot, 'pods').filter((pod) => !gone.has(namespacedKey(pod)))
    const request = readRequest(ComparisonRequest, {
      snapshot: { ...this.snapshot, pods: staying },
      pods,
      a: { profile },
      b: { profile: other },
      options: { explain: 'summary' },
    })
    if (!request.ok) return request
    const sides = startComparison(request.value, { digest, ...UNBOUNDED })
    if (!sides.ok) return told(sides.error)
    const { explain } = request.value.options
    return ok(await answerOf<'comparison'>(comparisonParts({ digest, ...sides.value, explain })))
  }

  private pod(key: string): Result<JsonObject, Lines> {
    const pod = this.podToPlace(key)
    return pod === null ? err([`There is no pod ${key} in these files`]) : ok(pod)
  }

  /** With the edits of its manifest, where it is the pod that they are of. */
  private podToPlace(key: string): JsonObject | null {
    const pod = this.opened.podToPlace(key)
    const { pod: edited, edits } = this.question
    return pod === null || key !== edited ? pod : editPod(pod, edits)
  }

  private waiting(): unknown[] {
    return this.opened.pending.map((key) => this.podToPlace(key))
  }

  /** Pods that run and could run elsewhere. */
  private replaceable(): string[] {
    return objectsOf(this.snapshot, 'pods')
      .filter((pod) => textAt(pod, 'spec', 'nodeName') !== '' && !isBoundToItsNode(pod))
      .map(namespacedKey)
      .slice(0, COMPARED_MAX)
  }
}

/** The owners of a pod that goes nowhere else: a DaemonSet, or the node itself for a static pod. */
const OF_THE_NODE: ReadonlySet<unknown> = new Set(['DaemonSet', 'Node'])

function isBoundToItsNode(pod: unknown): boolean {
  const metadata = isObject(pod) ? pod['metadata'] : null
  const owners = isObject(metadata) ? metadata['ownerReferences'] : null
  return (
    Array.isArray(owners) && owners.some((one) => isObject(one) && OF_THE_NODE.has(one['kind']))
  )
}

function objectsOf(snapshot: object, kind: string): readonly unknown[] {
  const list: unknown = Object.entries(snapshot).find(([name]) => name === kind)?.[1]
  return Array.isArray(list) ? list : []
}

/** One copy after another, as a controller or people make them. */
function arrivals(pod: JsonObject, task: TaskOf<'simulation'>): object[] {
  const { metadata } = pod
  const { copies, everySeconds, runSeconds } = task
  return Array.from({ length: copies }, (_, index) => {
    const name = `${isObject(metadata) ? String(metadata['name']) : 'pod'}-copy-${index + 1}`
    const { uid: _uid, ...rest } = isObject(metadata) ? metadata : {}
    const copy = { ...pod, metadata: { ...rest, name } }
    const run = runSeconds > 0 ? { runSeconds } : {}
    return { at: index * everySeconds, createPods: [{ pod: copy, ...run }] }
  })
}

async function answerOf<Kind extends Task['kind']>(
  parts: AsyncIterable<string>,
): Promise<AnswerOf<Kind>> {
  return (await collect(parts)) as AnswerOf<Kind> // a test holds each use case to its schema
}

function told(issues: readonly Issue[]): Result<never, Lines> {
  return err(issues.map(({ pointer, message }) => `${pointer}: ${message}`))
}
