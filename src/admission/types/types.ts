import type { Quantity } from '../../snapshot/quantity/quantity.ts'
import { AFFINITY_TYPES } from './affinity.ts'
import { APPS_TYPES } from './apps.ts'
import { BATCH_TYPES } from './batch.ts'
import { CLAIM_AND_CLASS_TYPES } from './claim-and-class.ts'
import { CONTAINER_TYPES } from './container.ts'
import { type FieldType, fieldType } from './field.ts'
import { KIND_AND_VERSION, KIND_AND_VERSION_FIELDS } from './kind-and-version.ts'
import { NODE_TYPES } from './node.ts'
import { OBJECT_META_TYPES } from './object-meta.ts'
import { POD_TYPES } from './pod.ts'
import { POD_STATUS_TYPES } from './pod-status.ts'
import { POLICY_TYPES } from './policy.ts'
import { PROBE_TYPES } from './probe.ts'
import { PROJECTED_VOLUME_TYPES } from './projected-volume.ts'
import { REPLICATION_CONTROLLER_TYPES } from './replication-controller.ts'
import { SECURITY_CONTEXT_TYPES } from './security-context.ts'
import { SERVICE_TYPES } from './service.ts'
import { VOLUME_TYPES } from './volume.ts'
import { VOLUME_CLAIM_TYPES } from './volume-claim.ts'

type Tables = typeof AFFINITY_TYPES &
  typeof CONTAINER_TYPES &
  typeof OBJECT_META_TYPES &
  typeof POD_TYPES &
  typeof POD_STATUS_TYPES &
  typeof PROBE_TYPES &
  typeof SECURITY_CONTEXT_TYPES &
  typeof PROJECTED_VOLUME_TYPES &
  typeof VOLUME_CLAIM_TYPES &
  typeof VOLUME_TYPES

export type StructName = keyof Tables

/** What a field holds in memory, read off its text; the forms are those of field.ts. */
type ValueOf<Text extends string> = Text extends `${infer Inner}!`
  ? ValueOf<Inner>
  : Text extends `${string}>${infer Inner}`
    ? ValueOf<Inner>
    : Text extends `*${infer Inner}`
      ? ValueOf<Inner> | undefined
      : Text extends `[]${infer Element}`
        ? ValueOf<Element>[] | undefined
        : Text extends `map${string}:${infer Element}`
          ? Map<string, ValueOf<Element>> | undefined
          : Text extends keyof Scalars
            ? Scalars[Text]
            : Text extends `string(${string})`
              ? string
              : Text extends StructName
                ? Struct<Text>
                : never

interface Scalars {
  string: string
  bool: boolean
  int32: number
  int64: bigint
  Quantity: Quantity
  /** RFC 3339, empty where it is not set. */
  Time: string
  /** A number is a port, a text its name. */
  IntOrString: number | string
  /** Of no interest to admission; only that it is there. */
  FieldsV1: true
}

/**
 * One API object or a part of it. What Go holds by value is always there; absent lists and maps are
 * undefined.
 */
export type Struct<Name extends StructName> = {
  -readonly [Field in keyof Tables[Name]]: Tables[Name][Field] extends string
    ? ValueOf<Tables[Name][Field]>
    : never
}

export type Pod = Struct<'Pod'>
export type PodSpec = Struct<'PodSpec'>
export type ObjectMeta = Struct<'ObjectMeta'>
export type Container = Struct<'Container'>
export type Volume = Struct<'Volume'>
export type Toleration = Struct<'Toleration'>
export type ResourceList = Map<string, Quantity>
export type ResourceRequirements = Struct<'ResourceRequirements'>

const TABLES: Tables & Record<string, Record<string, string>> = {
  [KIND_AND_VERSION]: KIND_AND_VERSION_FIELDS,
  ...AFFINITY_TYPES,
  ...CONTAINER_TYPES,
  ...OBJECT_META_TYPES,
  ...POD_TYPES,
  ...POD_STATUS_TYPES,
  ...PROBE_TYPES,
  ...SECURITY_CONTEXT_TYPES,
  ...PROJECTED_VOLUME_TYPES,
  ...VOLUME_CLAIM_TYPES,
  ...VOLUME_TYPES,
  // Nothing is read of these but their fields.
  ...APPS_TYPES,
  ...BATCH_TYPES,
  ...CLAIM_AND_CLASS_TYPES,
  ...NODE_TYPES,
  ...POLICY_TYPES,
  ...REPLICATION_CONTROLLER_TYPES,
  ...SERVICE_TYPES,
}

const fieldsOfStruct = new Map<string, ReadonlyMap<string, FieldType>>()

/** The fields of a struct by their JSON names, in the order of the Go type. */
export function fieldsOf(name: string): ReadonlyMap<string, FieldType> {
  const known = fieldsOfStruct.get(name)
  if (known !== undefined) return known
  const table = TABLES[name] ?? {}
  const fields = new Map(Object.entries(table).map(([key, text]) => [key, fieldType(text)]))
  fieldsOfStruct.set(name, fields)
  return fields
}
