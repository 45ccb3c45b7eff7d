import {
  duplicateValue,
  forbidden,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../../../snapshot/json/field-error.ts'
import { qualifiedNameProblems } from '../../../snapshot/selectors/qualified-name.ts'
import type { StrictFields } from '../../config/strict-fields.ts'
import type { DefaultConstraint, SpreadDefaults } from './spread-constraints.ts'
import { SYSTEM_DEFAULTS } from './spread-constraints.ts'

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway']
const NO_SELECTOR = 'constraint must not define a selector, as they deduced for each pod'

/** PodTopologySpreadArgs: the system's defaults, or a list in their place. */
export function readPodTopologySpreadArgs(fields: StrictFields): SpreadDefaults {
  const type = fields.string('defaultingType') || 'System'
  const seen = new Set<string>()
  const given = fields.objects('defaultConstraints')
  const constraints = given.map((constraint) => readConstraint(constraint, seen))
  const path = fields.path.at('defaultingType')
  if (type !== 'System' && type !== 'List') {
    fields.addIssue(path, unsupportedValue(type, ['System', 'List']))
  } else if (type === 'System' && given.length > 0) {
    fields.addIssue(path, invalidValue(type, 'when .defaultConstraints are not empty'))
  }
  return type === 'List' ? { constraints, system: false } : SYSTEM_DEFAULTS
}

function readConstraint(fields: StrictFields, seen: Set<string>): DefaultConstraint {
  const { path } = fields
  const maxSkew = fields.int32('maxSkew') ?? 0
  const topologyKey = fields.string('topologyKey') ?? ''
  const action = fields.string('whenUnsatisfiable') ?? ''
  if (maxSkew <= 0) {
    fields.addIssue(path.at('maxSkew'), invalidValue(maxSkew, 'not in valid range (0, inf)'))
  }
  if (topologyKey === '') {
    fields.addIssue(path.at('topologyKey'), requiredValue('can not be empty'))
  } else {
    for (const problem of qualifiedNameProblems(topologyKey)) {
      fields.addIssue(path.at('topologyKey'), invalidValue(topologyKey, problem))
    }
  }
  if (action === '') {
    fields.addIssue(path.at('whenUnsatisfiable'), requiredValue('can not be empty'))
  } else if (!ACTIONS.includes(action)) {
    fields.addIssue(path.at('whenUnsatisfiable'), unsupportedValue(action, ACTIONS))
  }
  if (fields.object('labelSelector') !== undefined) {
    fields.addIssue(path.at('labelSelector'), forbidden(NO_SELECTOR))
  }
  const identity = `{${topologyKey}, ${action}}`
  if (seen.has(identity)) fields.addIssue(path, duplicateValue(identity))
  seen.add(identity)
  // The selector of the pod's group replaces what these would add to.
  fields.strings('matchLabelKeys')
  const minDomains = fields.int32('minDomains') ?? 1
  const honorsAffinity = (fields.string('nodeAffinityPolicy') ?? 'Honor') === 'Honor'
  const honorsTaints = fields.string('nodeTaintsPolicy') === 'Honor'
  fields.end()
  const hard = action === 'DoNotSchedule'
  return { maxSkew, topologyKey, hard, minDomains, honorsAffinity, honorsTaints }
}
