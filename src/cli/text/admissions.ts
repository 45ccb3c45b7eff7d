import type { AdmissionAnswer } from '../../use-cases/admit.ts'
import { countOf } from './counts.ts'
import { hang, markedLines, type Page } from './page.ts'
import { type Cell, type Column, tableLines } from './table.ts'

/** A pod as it was sent, and what the API server did with it. */
export interface AdmittedPod {
  /** namespace/name */
  readonly name: string
  readonly answer: AdmissionAnswer
}

type Mutation = AdmissionAnswer['mutations'][number]

/** One pod with all that happens to it; several as a table. */
export function* admissionLines(
  pods: readonly AdmittedPod[],
  isWide: boolean,
  given: Page,
): Generator<string> {
  const page = isWide ? { ...given, columns: Number.POSITIVE_INFINITY } : given
  const [only, ...others] = pods
  if (only !== undefined && others.length === 0) return yield* podLines(only, isWide, page)
  yield* tableLines(POD_COLUMNS, pods.map(podRow), page)
  yield ''
  const refused = pods.filter(({ answer }) => answer.allowed === false).length
  yield `${countOf(pods.length, 'pod')}, ${refused} refused · API server ${pods[0]?.answer.release}`
}

const POD_COLUMNS: readonly Column[] = [
  { title: 'POD', yields: 'middle' },
  { title: 'RESULT' },
  { title: 'BY' },
  { title: 'WHY', yields: 'below' },
]

function podRow({ name, answer }: AdmittedPod): Cell[] {
  const { allowed, refusal, status, unknown } = answer
  const why = status?.message ?? unknown.map((one) => one.why).join('; ')
  if (allowed === null) return [name, { text: '? unknown', tone: 'warning' }, '', why]
  if (allowed) return [name, { text: '✓ admitted', tone: 'good' }, '', answer.warnings.join('; ')]
  return [name, { text: '✗ refused', tone: 'bad' }, refusal?.by ?? '', why]
}

function* podLines({ name, answer }: AdmittedPod, isWide: boolean, page: Page): Generator<string> {
  const { allowed, status, refusal, unknown, warnings, mutations, kubelet, notices } = answer
  if (allowed === null) yield* markedLines('warning', '?', `${name}: cannot be told`, page)
  else if (allowed) yield* markedLines('good', '✓', `${name} is admitted`, page)
  else yield* markedLines('bad', '✗', `${name} is refused: ${status?.message ?? ''}`, page)
  for (const { text } of refusal?.facts ?? []) yield* hang('  - ', text, page.columns)
  for (const { why, command } of unknown) {
    yield* hang('  - ', `${why}: ${command}`, page.columns)
  }
  yield* section(
    'WARNINGS',
    warnings.flatMap((text) => hang('  - ', text, page.columns)),
  )
  yield* section('CHANGES', changeLines(mutations, isWide, page))
  if (kubelet !== null) {
    const { node, admits, reason, message } = kubelet
    const verdict =
      admits === null ? 'cannot be told' : `its kubelet ${admits ? 'runs' : 'refuses'} it`
    const text = [`${node}:`, verdict, reason, message].join(' ')
    yield* section('ON ITS NODE', hang('  - ', text.trimEnd(), page.columns))
  }
  yield* section(
    'MAY DIFFER',
    notices.flatMap((text) => hang('  - ', text, page.columns)),
  )
}

function* section(title: string, lines: readonly string[]): Generator<string> {
  if (lines.length > 0) yield* ['', title, ...lines]
}

/** Every pod gets these; who looks for what was changed looks for others. */
const USUAL: ReadonlySet<Mutation['by']> = new Set(['decoding', 'defaulting', 'request', 'storage'])

function changeLines(mutations: readonly Mutation[], isWide: boolean, page: Page): string[] {
  const shown = isWide ? mutations : mutations.filter(({ by }) => !USUAL.has(by))
  const rest = mutations.length - shown.length
  const table =
    shown.length === 0 ? [] : [...tableLines(CHANGE_COLUMNS, shown.map(changeRow), page)]
  return rest === 0 ? table : [...table, `${countOf(rest, 'default')} as for every pod: -o wide`]
}

const CHANGE_COLUMNS: readonly Column[] = [
  { title: 'FIELD', yields: 'middle' },
  { title: 'VALUE', yields: 'middle' },
  { title: 'BY' },
  { title: 'REASON', yields: 'below' },
]

function changeRow({ op, path, value, by, reason }: Mutation): Cell[] {
  return [path, op === 'remove' ? '(removed)' : (JSON.stringify(value) ?? ''), by, reason]
}
