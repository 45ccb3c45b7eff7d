import type { ComparisonRequest, ComparisonSide } from '../../schemas/comparison-request.ts'
import { err, ok, type Result } from '../result.ts'
import { resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import { type Issue, type JsonPath, ROOT } from '../snapshot/json/json-path.ts'
import { readCluster } from '../snapshot/read.ts'
import { checkFindings, type FindingsLimits } from './findings-limit.ts'
import { podsAt, readMaterial } from './read-material.ts'
import { type Run, startRun } from './run.ts'

export interface CompareContext {
  readonly digest: string
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  readonly podsMax: number
}

/**
 * What changes between two schedulers, or two states of a cluster? Both sides are read; what is wrong
 * with the common parts is told once.
 */
export function startComparison(
  request: ComparisonRequest,
  context: CompareContext,
): Result<{ readonly a: Run; readonly b: Run }, readonly Issue[]> {
  const start = (side: ComparisonSide, name: string) =>
    startSide(request, side, ROOT.at(name), context)
  const [a, b] = [start(request.a, 'a'), start(request.b, 'b')]
  if (a.ok && b.ok) return ok({ a: a.value, b: b.value })
  const issues = [a, b].flatMap((side) => (side.ok ? [] : side.error))
  const unique = new Map(issues.map((issue) => [JSON.stringify(issue), issue]))
  return err([...unique.values()])
}

function startSide(
  { snapshot, pods = [], manifests, options }: ComparisonRequest,
  { profile, config, patch }: ComparisonSide,
  path: JsonPath,
  { digest, nodesMax, podsMax, limits }: CompareContext,
): Result<Run, readonly Issue[]> {
  const { only, fixes, defaulting, absentKinds, validate } = options
  const found = resolveProfile({ profile, config, only, fixes, path })
  if (!found.ok) return err(found.error)
  const scheduler = found.value
  const { accounting } = scheduler
  const changes = patch === undefined ? undefined : { ...patch, path: path.at('patch') }
  const given = { snapshot, pods, podAt: podsAt, manifests }
  const material = readMaterial({ ...given, patch: changes, validate, podsMax })
  if (!material.ok) return material
  const { place, warnings } = material.value
  const read = readCluster(
    { ...material.value, snapshot, pods: material.value.pods.map(({ pod }) => pod) },
    { accounting, absentKinds, defaulting, nodesMax },
  )
  if (!read.ok) return err(read.error.map(place))
  const { cluster, pods: toDecide } = read.value
  const asked = { cluster, pods: toDecide, scheduler, explain: options.explain }
  const tooExpensive = checkFindings(asked, limits)
  if (tooExpensive !== null) return err([place(tooExpensive)])
  const notEvaluated = [...scheduler.notEvaluated, ...material.value.notEvaluated]
  const question = { digest, scheduler: { ...scheduler, notEvaluated }, cluster, pods: toDecide }
  return ok(startRun({ ...question, options, keptClasses: null, warnings }))
}
