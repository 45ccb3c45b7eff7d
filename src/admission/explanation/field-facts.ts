import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { Mutation } from '../changes/journal.ts'
import type { FieldFact } from '../refusal.ts'
import type { FieldErrors } from '../validation/field-errors.ts'

const RELATED_MAX = 10
/** A pod may have thousands of faults; the status names all of them. */
const FACTS_MAX = 100

/** What is behind each field error: where it is, and who put a value there that was not sent. */
export function fieldFacts(errors: FieldErrors, mutations: readonly Mutation[]): FieldFact[] {
  const changed = mutations.filter(({ by }) => by !== 'decoding')
  return errors.distinct.slice(0, FACTS_MAX).map(({ type, field }) => {
    const path = pointerOf(field)
    const subject = subjectOf(path)
    const changedBy = changed
      .filter((mutation) => isRelated(mutation.path, path, subject))
      .slice(0, RELATED_MAX)
      .map((mutation) => ({ by: mutation.by, path: mutation.path, reason: mutation.reason }))
    return { kind: 'field', field, path, rule: type, changedBy }
  })
}

/** A JSON pointer for spec.containers[0].resources.limits[cpu]; keys in brackets may hold dots. */
function pointerOf(field: string): string {
  const parts = field.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []
  return parts.map((part) => pointerStep(part.replace(/^\[|\]$/g, ''))).join('')
}

/** Requests and limits are judged together. */
function subjectOf(path: string): string {
  return /^.*\/resources(?=\/)/.exec(path)?.[0] ?? path
}

function isRelated(changed: string, path: string, subject: string): boolean {
  const isWithin = changed === subject || changed.startsWith(`${subject}/`)
  return isWithin || path.startsWith(`${changed}/`)
}
