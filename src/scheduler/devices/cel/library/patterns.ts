import type { CelDialect } from '../device-selector.ts'
import type { Run } from '../interpreter/run.ts'
import {
  CelError,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  type Outcome,
} from '../values/cel-value.ts'
import { withoutOperator } from './arithmetic.ts'
import { pattern } from './cost.ts'
import { method, type Overload, type Signature, shared } from './overload.ts'
import { aBool, anInt, aString, listOf } from './params.ts'

/** Functions with a regular expression, and which argument it is: a literal one is compiled at once. */
export const PATTERN_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['matches', 1],
  ['find', 1],
  ['findAll', 1],
])

function matches([text, expression]: readonly CelValue[], run: Run): Outcome {
  if (typeof text !== 'string') return withoutOperator(text, 'matches')
  if (typeof expression !== 'string') return NO_SUCH_OVERLOAD
  const compiled = run.texts.pattern(expression)
  return compiled instanceof CelError ? compiled : compiled.matches(text, run.work)
}

function find(text: string, expression: string, run: Run): Outcome {
  const compiled = run.texts.pattern(expression)
  return compiled instanceof CelError ? illegal(compiled) : compiled.find(text, run.work)
}

function findAll(text: string, expression: string, limit: bigint, run: Run): Outcome {
  const compiled = run.texts.pattern(expression)
  if (compiled instanceof CelError) return illegal(compiled)
  const most = limit < 0n ? Infinity : Number(limit)
  return new CelList([...compiled.findAll(text, most, run.work)])
}

function illegal({ text }: CelError): CelError {
  return new CelError(`Illegal regex: ${text}`)
}

const MATCHES: Signature = { params: [aString, aString], result: aBool, cost: pattern }

/** matches of the language itself; as a function it once cost no more than 1. */
export function matchesOf(celGo: CelDialect['celGo']): readonly Overload[] {
  const asFunction = celGo === '0.26' ? { params: MATCHES.params, result: aBool } : MATCHES
  return [
    ...shared('matches', 'global', [asFunction], matches),
    ...shared('matches', 'method', [MATCHES], matches),
  ]
}

/** find and findAll of Kubernetes (library/regex.go). */
export const PATTERNS: readonly Overload[] = [
  method('find', [aString, aString], aString, find, { costOfName: pattern }),
  method(
    'findAll',
    [aString, aString],
    listOf(aString),
    (text, expression, run) => findAll(text, expression, -1n, run),
    { costOfName: pattern },
  ),
  method('findAll', [aString, aString, anInt], listOf(aString), findAll, { costOfName: pattern }),
]
