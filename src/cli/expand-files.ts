import { err, ok, type Result } from '../result.ts'
import { Issues, type JsonPath } from '../snapshot/json/json-path.ts'
import { type Manifests, readManifests } from '../use-cases/read-manifests.ts'
import { membersOf, namePlace, type Sourced, snapshotOf } from './sources.ts'

/** What the files of --pods come to. */
export interface ExpandedFiles {
  readonly pods: readonly Sourced[]
  readonly patch: Manifests['patch']
  /** Where the objects of the patch come from, by their place in it. */
  readonly joining: readonly Sourced[]
  readonly notEvaluated: Manifests['notEvaluated']
}

/** Enough for any cluster; a mistyped number of replicas must not fill the memory. */
const PODS_MAX = 1_000_000

/** The pods that manifests stand for; what is wrong is told by file and place. */
export function expandFiles(
  files: readonly Sourced[],
  snapshot: readonly Sourced[],
): Result<ExpandedFiles, readonly string[]> {
  const sources = files.flatMap((file) =>
    Array.isArray(file.value) ? membersOf(file, file.value, '') : [file],
  )
  const issues = new Issues()
  const values = sources.map(({ value }) => value)
  const context = { snapshot: snapshotOf(snapshot), podsMax: PODS_MAX }
  const { pods, patch, joining, notEvaluated } = readManifests(values, context, issues)
  if (issues.any) {
    return err(issues.list.map(({ pointer, message }) => `${place(sources, pointer)}: ${message}`))
  }
  return ok({
    pods: pods.map(({ pod, path, template }) => {
      const { source, below } = find(sources, path.pointer)
      return { value: pod, name: source.name, pointer: `${source.pointer}${below}${template}` }
    }),
    patch,
    joining: joining.map((path, index) => joined(sources, path, patch?.put, index)),
    notEvaluated,
  })
}

function joined(sources: readonly Sourced[], path: JsonPath, put: unknown, index: number): Sourced {
  const { source, below } = find(sources, path.pointer)
  const value: unknown = Array.isArray(put) ? put[index] : null
  return { value, name: source.name, pointer: `${source.pointer}${below}` }
}

function place(sources: readonly Sourced[], pointer: string): string {
  const { source, below } = find(sources, pointer)
  return namePlace(source, below)
}

/** Pointers begin with the number of the manifest: /manifests/0/... */
function find(sources: readonly Sourced[], pointer: string) {
  const [, , index = '', ...rest] = pointer.split('/')
  const source = sources[Number(index)] ?? { value: null, name: '--pods', pointer: '' }
  return { source, below: rest.map((part) => `/${part}`).join('') }
}
