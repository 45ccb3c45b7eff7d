import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { ClassicResult } from './compare-classic.ts'
import type { ModernResult } from './compare-modern.ts'

/** The two generations of schedulers that answered: their answers differ in shape, their cases do not. */
export type Era = 'modern' | 'classic'

/** One line of a `.cases` file, as README.md describes it; Kubernetes objects stay opaque here. */
export interface Case {
  name: string
  snapshot: Record<string, unknown>
  pods: unknown[]
  config?: unknown
  policy?: unknown
  extenderResults?: unknown[]
}

/** One line of an answers file: a result for each pod of the case, or why the case was refused. */
export interface Answer<Result> {
  name: string
  version: string
  results: Result[]
  error?: string
}

/** All that one release answered to one family of cases, line by line. */
export interface Recording {
  era: Era
  family: string
  /** The release that answered, such as `v1.37.1`. */
  release: string
  /** Berth's profile of that release, such as `kubernetes-1.37`. */
  profile: string
  /** The release deletes victims that are terminating already once more, so they are recorded. */
  listsTerminating: boolean
}

const DATA = new URL('./data/', import.meta.url)

const DELETES_TERMINATING = new Set(['1.32', '1.33', '1.34'])

/** Every recording there is: by era, then family, then release. */
export function recordings(): Recording[] {
  return (['modern', 'classic'] as const).flatMap((era) =>
    readdirSync(new URL(`${era}/`, DATA))
      .sort()
      .flatMap((file) => {
        const [, family, release, minor] =
          /^([\w-]+)\.(v(1\.\d+)\.\d+)\.ndjson\.gz$/.exec(file) ?? []
        if (!family || !release || !minor) return []
        const generation = era === 'modern' ? 'kubernetes' : 'classic'
        const listsTerminating = era === 'modern' && DELETES_TERMINATING.has(minor)
        return [{ era, family, release, profile: `${generation}-${minor}`, listsTerminating }]
      }),
  )
}

/** The cases of a recording with the answer to each. */
export function readRecording({
  era,
  family,
  release,
}: Recording): { case: Case; answer: Answer<ModernResult & ClassicResult> }[] {
  const cases = readLines<Case>(`${era}/${family}.cases.ndjson.gz`)
  // The era says which of the two result shapes a file holds; the caller picks the comparison by it.
  const answers = readLines<Answer<ModernResult & ClassicResult>>(
    `${era}/${family}.${release}.ndjson.gz`,
  )
  return cases.map((one, line) => {
    const answer = answers[line]
    if (answer?.name !== one.name) throw new Error(`${family} ${release}: no answer to ${one.name}`)
    return { case: one, answer }
  })
}

function readLines<Line>(path: string): Line[] {
  const text = gunzipSync(readFileSync(new URL(path, DATA))).toString('utf8')
  // The files were written by the generator and the oracle; README.md is their schema.
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
