import type {
  ComparisonRequest,
  ComparisonSide,
} from '../../../schemas/decisions/comparison-request.ts'
import { err, ok, type Result } from '../../result.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import { type Issue, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { type ClusterReader, READ_ANEW } from '../reading/cluster-reader.ts'
import { checkFindings, type FindingsLimits } from '../reading/findings-limit.ts'
import { type Material, podsAt, readMaterial } from '../reading/read-material.ts'
import { withAllMoved } from '../what-if/with-all-moved.ts'
import { type Run, startRun } from './run.ts'

export interface CompareContext {
  readonly digest: string
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  readonly podsMax: number
  /** Absent: as the request brings it. */
  readonly clusters?: ClusterReader
}

type Both<Type> = { readonly a: Type; readonly b: Type }

/**
 * What changes between two schedulers, or two states of a cluster? Both sides are read; what is wrong
 * with the common parts is told once.
 */
export function startComparison(
  request: ComparisonRequest,
  context: CompareContext,
): Result<Both<Run>, readonly Issue[]> {
  const read = ({ patch, edits }: ComparisonSide, path: JsonPath) =>
    readSide(request, { patch, edits, path }, context)
  const given = both(read(request.a, ROOT.at('a')), read(request.b, ROOT.at('b')))
  if (!given.ok) return given
  const [ofA, ofB] = withAllMoved(given.value.a, given.value.b)
  const start = (side: ComparisonSide, name: string, material: Material) =>
    startSide(request, side, { path: ROOT.at(name), material }, context)
  return both(start(request.a, 'a', ofA), start(request.b, 'b', ofB))
}

/** What is wrong with both is told once. */
function both<Type>(
  a: Result<Type, readonly Issue[]>,
  b: Result<Type, readonly Issue[]>,
): Result<Both<Type>, readonly Issue[]> {
  if (a.ok && b.ok) return ok({ a: a.value, b: b.value })
  const issues = [a, b].flatMap((side) => (side.ok ? [] : side.error))
  const unique = new Map(issues.map((issue) => [JSON.stringify(issue), issue]))
  return err([...unique.values()])
}

function readSide(
  { snapshot, pods = [], manifests, options }: ComparisonRequest,
  { patch, edits, path }: Pick<ComparisonSide, 'patch' | 'edits'> & { readonly path: JsonPath },
  { podsMax, nodesMax }: CompareContext,
): Result<Material, readonly Issue[]> {
  const { validate } = options
  const changes = patch === undefined ? undefined : { ...patch, path: path.at('patch') }
  const edit = { patch: changes, edits, editsAt: path.at('edits'), mayDeleteGiven: true }
  const given = { snapshot, pods, podAt: podsAt, manifests, validate }
  return readMaterial({ ...given, ...edit, podsMax, nodesMax })
}

function startSide(
  { snapshot, options }: ComparisonRequest,
  { profile, config }: ComparisonSide,
  { path, material }: { readonly path: JsonPath; readonly material: Material },
  { digest, nodesMax, limits, clusters = READ_ANEW }: CompareContext,
): Result<Run, readonly Issue[]> {
  const { only, fixes, defaulting, absentKinds } = options
  const found = resolveProfile({ profile, config, only, fixes, path })
  if (!found.ok) return err(found.error)
  const scheduler = found.value
  const { accounting } = scheduler
  const { place, patch, warnings, edited } = material
  const read = clusters.read(
    { snapshot, patch, pods: material.pods.map(({ pod }) => pod) },
    { accounting, absentKinds, defaulting, nodesMax },
  )
  if (!read.ok) return err(read.error.map(place))
  const { cluster, pods } = read.value
  const asked = { cluster, pods, scheduler, explain: options.explain }
  const tooExpensive = checkFindings(asked, limits)
  if (tooExpensive !== null) return err([place(tooExpensive)])
  const notEvaluated = [...scheduler.notEvaluated, ...material.notEvaluated]
  const question = { digest, scheduler: { ...scheduler, notEvaluated }, cluster, pods }
  return ok(startRun({ ...question, options, keptClasses: null, warnings, edited }))
}
