import { err, ok, type Result } from '../../result.ts'
import type { Validate } from '../../use-cases/reading/field-check.ts'
import { type Material, podsAt, readMaterial } from '../../use-cases/reading/read-material.ts'
import { namePlace, partsOf, type Sourced, snapshotOf } from './sources.ts'

/** What the files of --pods come to. */
export interface ExpandedFiles {
  readonly pods: readonly Sourced[]
  readonly patch: Material['patch']
  /** The objects of the files that make no pods. */
  readonly joining: readonly Sourced[]
  readonly notEvaluated: Material['notEvaluated']
  /** What is said of fields that no kind has. */
  readonly warnings: readonly string[]
  /** The objects of the files, as a request has them. */
  readonly manifests: readonly unknown[]
  /** Where an issue with them, or with what joins the snapshot, is: file and place; null for all others. */
  readonly describe: (pointer: string) => string | null
}

/** Enough for any cluster; a mistyped number of replicas must not fill the memory. */
const PODS_MAX = 1_000_000

/** The pods that manifests stand for; what is wrong is told by file and place. */
export function expandFiles(
  files: readonly Sourced[],
  snapshot: readonly Sourced[],
  validate: Validate,
): Result<ExpandedFiles, readonly string[]> {
  const sources = partsOf(files)
  const manifests = sources.map(({ value }) => value)
  const given = { snapshot: snapshotOf(snapshot), pods: [], podAt: podsAt, manifests }
  const nodesMax = Number.POSITIVE_INFINITY
  const material = readMaterial({ ...given, validate, podsMax: PODS_MAX, nodesMax })
  const tell = ({ pointer, message }: { pointer: string; message: string }) =>
    `${placeInManifests(sources, pointer) ?? pointer}: ${message}`
  if (!material.ok) return err(material.error.map(tell))
  const { pods, patch, joining, notEvaluated, place, warnings = [] } = material.value
  return ok({
    pods: pods.map(({ pod, path, below: template }) => {
      const { source, below } = find(sources, path.pointer)
      return { ...source, value: pod, pointer: `${source.pointer}${below}${template}` }
    }),
    patch,
    joining: joining.map(({ value, path }) => {
      const { source, below } = find(sources, path.pointer)
      return { ...source, value, pointer: `${source.pointer}${below}` }
    }),
    notEvaluated,
    warnings: warnings.map(tell),
    manifests,
    describe: (pointer) => {
      const isPatched = pointer.startsWith('/edited/')
      const placed = isPatched
        ? place({ pointer, code: 'not-a-request', message: '' })
        : { pointer }
      return placeInManifests(sources, placed.pointer)
    },
  })
}

/** Where something in the `manifests` of a request is that were read there; null for all else. */
export function placeInManifests(sources: readonly Sourced[], pointer: string): string | null {
  if (!pointer.startsWith('/manifests/')) return null
  const { source, below } = find(sources, pointer)
  return namePlace(source, below)
}

/** Pointers begin with the number of the manifest: /manifests/0/... */
function find(sources: readonly Sourced[], pointer: string) {
  const [, , index = '', ...rest] = pointer.split('/')
  const source: Sourced = sources[Number(index)] ?? { value: null, name: '--pods', pointer: '' }
  return { source, below: rest.map((part) => `/${part}`).join('') }
}
