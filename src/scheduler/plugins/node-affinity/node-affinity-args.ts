import {
  isEmptyTerm,
  type NodeSelector,
  type NodeSelectorTerm,
  type PreferredTerm,
} from '../../../snapshot/selectors/node-selector.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import { validateExpression, validateFieldRequirement } from './node-requirement.ts'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

/** NodeAffinityArgs.addedAffinity: what the configuration asks of every pod. */
export interface AddedAffinity {
  readonly required: NodeSelector | null
  readonly preferred: readonly PreferredTerm[]
}

/** NodeAffinityArgs: what the configuration asks of every pod, or null. */
export function readNodeAffinityArgs(fields: StrictFields): AddedAffinity | null {
  const affinity = fields.object('addedAffinity')
  if (affinity === undefined) return null
  const required = affinity.object(REQUIRED)
  const terms = required?.objects('nodeSelectorTerms').map((term) => readTerm(term, true))
  required?.end()
  const preferred = affinity.objects(PREFERRED).map(readPreferred)
  affinity.end()
  return {
    required: terms === undefined ? null : selectorOf(terms),
    preferred,
  }
}

/** Empty terms select nothing; upstream drops them. */
function selectorOf(terms: readonly NodeSelectorTerm[]): NodeSelector {
  return terms.filter((term) => !isEmptyTerm(term))
}

function readPreferred(fields: StrictFields): PreferredTerm {
  const weight = fields.int32('weight') ?? 0
  const preference = fields.object('preference')
  fields.end()
  const empty = { expressions: [], fields: [], malformed: null }
  // A term of weight 0 is never parsed, so never wrong.
  return { weight, term: preference === undefined ? empty : readTerm(preference, weight !== 0) }
}

function readTerm(fields: StrictFields, isParsed: boolean): NodeSelectorTerm {
  const read = (key: string, validate: typeof validateExpression) =>
    fields.objects(key).map((requirement) => {
      const one = {
        key: requirement.string('key') ?? '',
        operator: requirement.string('operator') ?? '',
        values: requirement.strings('values'),
      }
      requirement.end()
      if (isParsed) validate(requirement, one)
      return one
    })
  const expressions = read('matchExpressions', validateExpression)
  const matchFields = read('matchFields', validateFieldRequirement)
  fields.end()
  return { expressions, fields: matchFields, malformed: null }
}
