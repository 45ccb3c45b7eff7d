import * as z from 'zod'
import { SnapshotDigest, SnapshotName } from '../../schemas/snapshots/kept-snapshot.ts'
import { err, ok, type Result } from '../result.ts'
import { type Edit, editOf } from './edits.ts'

const TEXT_MAX = 600
const FILES_MAX = 100
const EDITS_MAX = 1000
const WEIGHTS_MAX = 100
const WEIGHT_MAX = 1000

const text = z.string().min(1).max(TEXT_MAX)

/**
 * A question as it was asked in the explorer, to be kept in a file: never the data, whose digest says
 * whether it is asked of the same.
 */
const ScenarioFile = z.strictObject({
  kind: z.literal('Scenario'),
  version: z.literal(1),
  snapshot: z.strictObject({
    /** Of the bytes of the files, one after another; of a named snapshot its own. */
    digest: SnapshotDigest,
    /** The named snapshot that was followed. */
    name: SnapshotName.optional(),
    files: z.array(text).max(FILES_MAX),
  }),
  /** namespace/name */
  pod: text,
  profile: text,
  edits: z.array(z.unknown()).max(EDITS_MAX),
  weights: z
    .record(text, z.int().min(0).max(WEIGHT_MAX))
    .refine((weights) => Object.keys(weights).length <= WEIGHTS_MAX, {
      message: `expected at most ${WEIGHTS_MAX} weights`,
    }),
})

export interface Scenario extends Omit<z.output<typeof ScenarioFile>, 'edits'> {
  /** Each on top of the last. */
  readonly edits: readonly Edit[]
}

/** What is wrong is told with its place. */
export function readScenario(value: unknown): Result<Scenario, readonly string[]> {
  const read = ScenarioFile.safeParse(value)
  if (!read.success) {
    return err(read.error.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`))
  }
  const edits = read.data.edits.map((edit) => editOf(edit))
  const wrong = edits.flatMap((edit, index) => (edit === null ? [index] : []))
  if (wrong.length > 0) return err(wrong.map((index) => `/edits/${index}: no edit of the explorer`))
  return ok({ ...read.data, edits: edits.filter((edit) => edit !== null) })
}
