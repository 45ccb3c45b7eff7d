import type { Detail, DetailOf } from '../../scheduler/framework/detail.ts'
import { milliOf, writeMilli } from './amount.ts'

/** Names that a sentence tells before it says how many more there are. */
const NAMES_MAX = 3

/** A cause in one sentence: on how many nodes, and what exactly is short, missing or in the way. */
export function describeCause(
  reason: string,
  nodes: readonly string[],
  details: readonly Detail[],
  total: number,
): string {
  const where = nodes.length === total ? `all ${total} nodes` : `${nodes.length} of ${total} nodes`
  const facts = describeFacts(details)
  return facts === '' ? `${reason} on ${where}` : `${reason} on ${where}: ${facts}`
}

/** What is behind one reason, without where; empty where there is nothing to tell. */
export function describeFacts(details: readonly Detail[]): string {
  const [first] = details
  if (first === undefined) return ''
  switch (first.kind) {
    case 'resource':
      return describeShortage(allOf(details, 'resource'))
    case 'nodeSelector':
      return distinct(
        allOf(details, 'nodeSelector').map(
          ({ nodeSelector: { key, value } }) => `it asks for nodes labelled ${key}=${value}`,
        ),
      )
    case 'nodeAffinityTerm':
      return distinct(
        allOf(details, 'nodeAffinityTerm').map(
          ({ term }) =>
            `it asks for ${[...term.matchExpressions, ...term.matchFields].map(describeRequirement).join(' and ')}`,
        ),
        ', or ',
      )
    case 'taint':
      return distinct(
        allOf(details, 'taint').map(
          ({ taint: { key, value, effect } }) =>
            `it does not tolerate ${key}${value === '' ? '' : `=${value}`}:${effect}`,
        ),
      )
    case 'unschedulable':
      return 'they are cordoned'
    case 'podAffinity':
      return distinct(
        allOf(details, 'podAffinity').map(
          ({ term }) => `no pod that it wants to be near to is in its ${term.topologyKey}`,
        ),
      )
    case 'podAntiAffinity':
      return conflicts(
        allOf(details, 'podAntiAffinity').flatMap(({ conflictsWith }) => conflictsWith),
        'it keeps away from',
      )
    case 'existingAntiAffinity':
      return conflicts(
        allOf(details, 'existingAntiAffinity').flatMap(({ conflictsWith }) => conflictsWith),
        'these keep it away:',
      )
    case 'topologySpread':
      return distinct(
        allOf(details, 'topologySpread').map(
          ({ topologyKey, maxSkew, minimum, count, domain }) =>
            `${topologyKey} ${domain} has ${count}, the fewest anywhere is ${minimum}, and they may differ by ${maxSkew}`,
        ),
      )
    case 'hostPort':
      return conflicts(
        allOf(details, 'hostPort').map(({ conflictsWith }) => conflictsWith.pod),
        'the port is taken by',
      )
    default:
      return ''
  }
}

function allOf<Kind extends Detail['kind']>(
  details: readonly Detail[],
  kind: Kind,
): readonly DetailOf<Kind>[] {
  return details.filter((detail): detail is DetailOf<Kind> => detail.kind === kind)
}

function describeShortage(shortages: readonly DetailOf<'resource'>[]): string {
  const [{ resource, requested }] = shortages
  const most = highest(shortages.map(({ free }) => milliOf(free)))
  const largest = highest(shortages.map(({ allocatable }) => milliOf(allocatable)))
  const [free, size] = [writeMilli(resource, most), writeMilli(resource, largest)]
  return `it asks for ${writeMilli(resource, milliOf(requested))}, the most free there is ${free}, the largest has ${size}`
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}

function describeRequirement(requirement: {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}): string {
  const { key, operator, values } = requirement
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(', ')})`
    case 'NotIn':
      return `${key} not in (${values.join(', ')})`
    case 'Exists':
      return `a label ${key}`
    case 'DoesNotExist':
      return `no label ${key}`
    default:
      return `${key} ${operator} ${values.join(', ')}`
  }
}

function conflicts(
  pods: readonly { readonly namespace: string; readonly name: string }[],
  verb: string,
): string {
  const names = [...new Set(pods.map(({ namespace, name }) => `${namespace}/${name}`))]
  return names.length === 0 ? '' : `${verb} ${shorten(names, ', ')}`
}

function distinct(texts: readonly string[], joint = '; '): string {
  return shorten([...new Set(texts)], joint)
}

function shorten(texts: readonly string[], joint: string): string {
  const shown = texts.slice(0, NAMES_MAX).join(joint)
  return texts.length > NAMES_MAX ? `${shown} and ${texts.length - NAMES_MAX} more` : shown
}
