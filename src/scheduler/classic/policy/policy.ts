import { err, ok, type Result } from '../../../result.ts'
import { Fields, type JsonObject } from '../../../snapshot/json/fields.ts'
import { type Issue, Issues, type JsonPath } from '../../../snapshot/json/json-path.ts'
import { QuantityCache } from '../../../snapshot/resources/quantity.ts'
import type { Extender } from '../../framework/extender.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import {
  type PredicateArgument,
  type PriorityArgument,
  readPredicateArgument,
  readPriorityArgument,
} from './policy-arguments.ts'
import { readPolicyExtenders } from './policy-extenders.ts'

export interface NamedPredicate {
  readonly name: string
  readonly argument: PredicateArgument | null
  readonly path: JsonPath
}

export interface NamedPriority {
  readonly name: string
  readonly weight: number
  readonly argument: PriorityArgument | null
  readonly path: JsonPath
}

/** A legacy Policy (kind Policy, apiVersion v1). */
export interface Policy {
  /** Null: the defaults; empty: none but the mandatory ones. */
  readonly predicates: readonly NamedPredicate[] | null
  /** Null: the defaults. */
  readonly priorities: readonly NamedPriority[] | null
  readonly extenders: readonly Extender[]
  readonly hardPodAffinitySymmetricWeight: number
  readonly alwaysCheckAllPredicates: boolean
  /** Berth's own addition, since 1.12 takes it from another file; null: all nodes are looked at. */
  readonly percentageOfNodesToScore: number | null
}

export const DEFAULT_POLICY: Policy = {
  predicates: null,
  priorities: null,
  extenders: [],
  hardPodAffinitySymmetricWeight: 1,
  alwaysCheckAllPredicates: false,
  percentageOfNodesToScore: null,
}

const HARD_WEIGHT_MAX = 100

/** Reads a Policy as the release does: unknown fields are ignored, and refusals are in its words. */
export function readPolicy(
  value: JsonObject,
  path: JsonPath,
  release: ClassicRelease,
): Result<Policy, readonly Issue[]> {
  const issues = new Issues()
  const fields = new Fields(value, path, { issues, quantities: new QuantityCache() })
  checkKind(fields)
  const policy: Policy = {
    predicates: fields.has('predicates') ? fields.objects('predicates').map(readPredicate) : null,
    priorities: fields.has('priorities')
      ? fields.objects('priorities').map((one) => readPriority(one, release))
      : null,
    extenders: readPolicyExtenders(fields),
    hardPodAffinitySymmetricWeight: readHardWeight(fields),
    alwaysCheckAllPredicates: fields.boolean('alwaysCheckAllPredicates'),
    percentageOfNodesToScore: release.limitsSearch
      ? (fields.integer('percentageOfNodesToScore') ?? null)
      : null,
  }
  if (!issues.any) return ok(policy)
  // A field of the wrong type is as much the configuration's fault as a wrong value.
  return err(issues.list.map((issue) => ({ ...issue, code: 'invalid-config' })))
}

/** A file without them is taken for a Policy. */
function checkKind(fields: Fields): void {
  const { kind = 'Policy', apiVersion = 'v1' } = {
    kind: fields.string('kind'),
    apiVersion: fields.string('apiVersion'),
  }
  if (kind !== 'Policy') refuse(fields, 'kind', `expected a Policy, got ${JSON.stringify(kind)}`)
  if (apiVersion !== 'v1') {
    refuse(fields, 'apiVersion', `expected "v1", got ${JSON.stringify(apiVersion)}`)
  }
}

function readPredicate(fields: Fields): NamedPredicate {
  const name = readName(fields, fields.has('argument'))
  return { name, argument: readPredicateArgument(fields, name), path: fields.path.at('name') }
}

function readPriority(fields: Fields, release: ClassicRelease): NamedPriority {
  const name = readName(fields, true)
  const weight = fields.integer('weight') ?? 0
  if (weight <= 0) {
    const fault = 'should have a positive weight applied to it or it has overflown'
    refuse(fields, 'weight', `Priority ${name} ${fault}`)
  }
  const argument = readPriorityArgument(fields, name, release)
  return { name, weight, argument, path: fields.path.at('name') }
}

/** At least two characters, by a slip in upstream's pattern. */
const NAME = /^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$/

function readName(fields: Fields, isRegistered: boolean): string {
  const name = fields.string('name') ?? ''
  if (isRegistered && !NAME.test(name)) {
    const pattern = NAME.source
    const message = `Algorithm name ${name} does not match the name validation regexp "${pattern}".`
    refuse(fields, 'name', message)
  }
  return name
}

/** 0 stands for unset. */
function readHardWeight(fields: Fields): number {
  const weight = fields.integer('hardPodAffinitySymmetricWeight') ?? 0
  if (weight < 0 || weight > HARD_WEIGHT_MAX) {
    const message = `invalid hardPodAffinitySymmetricWeight: ${weight}, must be in the range 1-100`
    refuse(fields, 'hardPodAffinitySymmetricWeight', message)
  }
  return weight === 0 ? DEFAULT_POLICY.hardPodAffinitySymmetricWeight : weight
}

export function refuse(fields: Fields, key: string, message: string): void {
  fields.context.issues.add(fields.path.at(key), 'invalid-config', message)
}
