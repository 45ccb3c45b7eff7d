import type * as z from 'zod'
import {
  ClassChangeContent,
  ErasureContent,
  OutcomeContent,
  PreemptionContent,
} from '../../../../schemas/store/audit-content.ts'

/** What a record says, by its kind. */
export const CONTENTS = {
  preemption: PreemptionContent,
  outcome: OutcomeContent,
  priorityClass: ClassChangeContent,
  erasure: ErasureContent,
} as const

export type RecordKind = keyof typeof CONTENTS
export type ContentOf<Kind extends RecordKind> = z.output<(typeof CONTENTS)[Kind]>

interface Said {
  readonly kind: string
  readonly content: unknown
}

/**
 * The content of a record of this kind; null for other kinds, for an erased one, and for what a
 * later version wrote in another way: the chain holds that together, but it cannot be shown.
 */
export function contentOf<Kind extends RecordKind>(
  record: Said,
  kind: Kind,
): ContentOf<Kind> | null {
  if (record.kind !== kind || record.content === null) return null
  const schema: z.ZodType<ContentOf<Kind>> = CONTENTS[kind] as never // keyed by the same kind
  return schema.safeParse(record.content).data ?? null
}
