import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import { countOf } from './counts.ts'
import { hang, type Page } from './page.ts'

type Gap = Pick<NotEvaluated, 'what' | 'reason'> & {
  readonly kind?: string | undefined
  readonly object?: string | undefined
  readonly pods?: number | undefined
}

/** What an answer was found without, each once. */
export function* gapLines(gaps: readonly Gap[], page: Page): Generator<string> {
  const texts = new Set(gaps.map(gapText))
  if (texts.size > 0) yield 'Not seen, or not judged:'
  for (const text of texts) yield* hang('  ', text, page.columns)
}

export function gapText({ what, kind, object, pods, reason }: Gap): string {
  const named = object === undefined ? what : (kind ?? what)
  const subject = [named, object, pods === undefined ? '' : countOf(pods, 'pod')].filter(Boolean)
  return `${subject.join(' ')}: ${reason}`
}
