import type { Fields } from '../../../snapshot/json/fields.ts'
import type { ShapePoint } from '../../plugins/node-resources/scoring-strategy.ts'
import type { PluginFactory } from '../context.ts'
import { checkNodeLabelPresence } from '../predicates/check-node-label-presence.ts'
import { checkServiceAffinity } from '../predicates/check-service-affinity.ts'
import { nodeLabelPriority } from '../priorities/node-label-priority.ts'
import { requestedToCapacityRatioPriority } from '../priorities/requested-to-capacity-ratio-priority.ts'
import { SCORE_MAX } from '../priorities/scale.ts'
import { serviceAntiAffinityPriority } from '../priorities/service-anti-affinity-priority.ts'
import type { ClassicRelease } from '../profiles/releases.ts'

/** What a policy's argument makes, and by which name upstream knows such a predicate. */
export interface PredicateArgument {
  readonly kind: 'CheckServiceAffinity' | 'CheckNodeLabelPresence'
  readonly make: PluginFactory
}

export interface PriorityArgument {
  readonly make: PluginFactory
}

const UTILIZATION_MAX = 100

/** Null without an argument, and when exactly one kind of it is not given. */
export function readPredicateArgument(fields: Fields, name: string): PredicateArgument | null {
  const argument = fields.object('argument')
  if (argument === undefined) return null
  const serviceAffinity = argument.object('serviceAffinity')
  const labelsPresence = argument.object('labelsPresence')
  if (hasWrongCount(argument, 'predicate', name, [serviceAffinity, labelsPresence])) return null
  if (serviceAffinity !== undefined) {
    const labels = serviceAffinity.strings('labels')
    return { kind: 'CheckServiceAffinity', make: checkServiceAffinity({ labels }) }
  }
  const labels = labelsPresence?.strings('labels') ?? []
  const presence = labelsPresence?.boolean('presence') ?? false
  return { kind: 'CheckNodeLabelPresence', make: checkNodeLabelPresence({ labels, presence }) }
}

export function readPriorityArgument(
  fields: Fields,
  name: string,
  release: ClassicRelease,
): PriorityArgument | null {
  const argument = fields.object('argument')
  if (argument === undefined) return null
  const antiAffinity = argument.object('serviceAntiAffinity')
  const preference = argument.object('labelPreference')
  const ratio = release.hasCapacityRatio
    ? argument.object('requestedToCapacityRatioArguments')
    : undefined
  if (hasWrongCount(argument, 'priority', name, [antiAffinity, preference, ratio])) return null
  if (antiAffinity !== undefined) {
    return { make: serviceAntiAffinityPriority(antiAffinity.string('label') ?? '') }
  }
  if (preference !== undefined) {
    const label = preference.string('label') ?? ''
    return { make: nodeLabelPriority({ label, presence: preference.boolean('presence') }) }
  }
  return ratio === undefined ? null : { make: requestedToCapacityRatioPriority(readShape(ratio)) }
}

/** Whether there is not exactly one; then it is an issue as well. */
function hasWrongCount(
  argument: Fields,
  what: 'predicate' | 'priority',
  name: string,
  given: readonly (Fields | undefined)[],
): boolean {
  const count = given.filter((one) => one !== undefined).length
  if (count === 1) return false
  const subject = what === 'predicate' ? 'Predicate' : 'Priority'
  const message = `Exactly 1 ${what} argument is required, numArgs: ${count}, ${subject}: ${name}`
  argument.context.issues.add(argument.path, 'invalid-config', message)
  return true
}

/** NewFunctionShape: rising utilization from 0 to 100, scores from 0 to 10. */
function readShape(fields: Fields): ShapePoint[] {
  const points = fields.objects('shape')
  const shape = points.map((point) => ({
    utilization: point.integer('utilization') ?? 0,
    score: point.integer('score') ?? 0,
  }))
  if (shape.length === 0) say(fields, 'shape', 'at least one point must be specified')
  for (const [index, { utilization, score }] of shape.entries()) {
    const point = points[index]
    const before = shape[index - 1]?.utilization
    if (before !== undefined && before >= utilization) {
      const order = `Utilization[${index - 1}]==${before} >= Utilization[${index}]==${utilization}`
      say(point, 'utilization', `utilization values must be sorted. ${order}`)
    }
    checkRange(point, 'utilization', index, utilization)
    checkRange(point, 'score', index, score)
  }
  return shape
}

function checkRange(
  point: Fields,
  key: 'utilization' | 'score',
  index: number,
  value: number,
): void {
  const most = key === 'score' ? SCORE_MAX : UTILIZATION_MAX
  if (value >= 0 && value <= most) return
  const bound = value < 0 ? 'less than 0' : `greater than ${most}`
  const field = key === 'score' ? 'Score' : 'Utilization'
  say(point, key, `${key} values must not be ${bound}. ${field}[${index}]==${value}`)
}

function say(fields: Fields, key: string, fault: string): void {
  const message = `invalid RequestedToCapacityRatioPriority arguments: ${fault}`
  fields.context.issues.add(fields.path.at(key), 'invalid-config', message)
}
