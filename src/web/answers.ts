import type * as z from 'zod'
import type { DrainResponse } from '../../schemas/around/drain-response.ts'
import type { SimulationResponse } from '../../schemas/around/simulation-response.ts'
import type { CapacityResponse } from '../../schemas/decisions/capacity-response.ts'
import type { ComparisonResponse } from '../../schemas/decisions/comparison-response.ts'
import type { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import type { ExportReport } from '../store/audit/verification/check-export.ts'
import type { Edit } from './edits.ts'

/** Answers that have a picture: of the API, or found by the page's own engine, which is the same. */
export type Pictured =
  | { readonly kind: 'decisions'; readonly answer: z.output<typeof DecisionResponse> }
  | { readonly kind: 'capacity'; readonly answer: z.output<typeof CapacityResponse> }
  | { readonly kind: 'drain'; readonly answer: z.output<typeof DrainResponse> }
  | { readonly kind: 'simulation'; readonly answer: z.output<typeof SimulationResponse> }
  | { readonly kind: 'comparison'; readonly answer: z.output<typeof ComparisonResponse> }
  | { readonly kind: 'audit'; readonly answer: CheckedExport }

export type PictureKind = Pictured['kind']
export type AnswerOf<Kind extends PictureKind> = Extract<Pictured, { kind: Kind }>['answer']

/** An export of the audit log as the verifier found it. */
export interface CheckedExport {
  readonly report: ExportReport
  /** The first records, as they tell of themselves; their hashes are what was checked. */
  readonly records: readonly CheckedRecord[]
}

export interface CheckedRecord {
  readonly sequence: number
  readonly kind: string
  readonly time: string
  /** gone: expired, only its hash is there; erased: without its content. */
  readonly state: 'whole' | 'erased' | 'gone'
}

/** What the page's engine can be asked to find about the opened cluster as a whole. */
export type Task =
  | { readonly kind: 'decisions' }
  | { readonly kind: 'capacity'; readonly pod: string; readonly max: number }
  /** Without nodes: as many as can be emptied. */
  | {
      readonly kind: 'drain'
      readonly nodes: readonly string[]
      readonly force: boolean
      readonly deleteEmptyDirData: boolean
    }
  /** `copies` of a pod, one every so many seconds. */
  | {
      readonly kind: 'simulation'
      readonly pod: string
      readonly copies: number
      readonly everySeconds: number
      readonly runSeconds: number
      readonly until: number
    }
  /** all: as if the pods that run were placed anew too, the first hundreds of them. */
  | { readonly kind: 'comparison'; readonly other: string; readonly pods: 'waiting' | 'all' }

export interface TaskQuestion {
  readonly task: Task
  /** Whose manifest the edits of a pod are of: namespace/name. */
  readonly pod: string
  readonly profile: string
  readonly edits: readonly Edit[]
}
