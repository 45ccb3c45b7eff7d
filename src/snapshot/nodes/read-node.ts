import type { Fields } from '../json/fields.ts'
import { milliUnits, wholeUnits } from '../resources/quantity.ts'
import {
  CPU,
  EPHEMERAL_STORAGE,
  isScalarResource,
  MEMORY,
  PODS,
} from '../resources/resource-names.ts'
import { readTaints, type Taint } from './taint.ts'

export interface NodeImage {
  readonly names: readonly string[]
  readonly sizeBytes: number
}

export interface NodeCondition {
  readonly type: string
  readonly status: string
}

/** One node as it was read, before it becomes a row. */
export interface NodeRecord {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  /** The classic scheduler's annotation scheduler.alpha.kubernetes.io/preferAvoidPods. */
  readonly preferAvoidPods: string | null
  readonly taints: readonly Taint[]
  readonly unschedulable: boolean
  readonly cpuMilli: number
  readonly memoryBytes: number
  readonly ephemeralStorageBytes: number
  readonly podsMax: number
  readonly scalars: ReadonlyMap<string, number>
  readonly images: readonly NodeImage[]
  readonly conditions: readonly NodeCondition[]
  readonly declaredFeatures: readonly string[]
}

const PREFER_AVOID_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods'

/** Images by the object that they were read of. */
export type KnownImages = Map<unknown, NodeImage>

/** `defaulting`: allocatable is capacity where it is wholly absent, as the API server has it. */
export function readNode(
  node: Fields,
  defaulting: boolean,
  images: KnownImages = new Map(),
): NodeRecord {
  const metadata = node.object('metadata')
  const spec = node.object('spec')
  const status = node.object('status')
  const source = defaulting && !status?.has('allocatable') ? 'capacity' : 'allocatable'
  const allocatable = status?.quantities(source) ?? new Map<string, bigint>()
  const whole = (name: string) => wholeUnits(allocatable.get(name) ?? 0n)
  const scalars = new Map<string, number>()
  for (const name of allocatable.keys()) {
    if (name !== CPU && isScalarResource(name)) scalars.set(name, whole(name))
  }
  return {
    name: metadata?.string('name') ?? '',
    labels: metadata?.stringMap('labels') ?? new Map(),
    preferAvoidPods: metadata?.object('annotations')?.string(PREFER_AVOID_PODS) ?? null,
    taints: spec === undefined ? [] : readTaints(spec),
    unschedulable: spec?.boolean('unschedulable') ?? false,
    cpuMilli: milliUnits(allocatable.get(CPU) ?? 0n),
    memoryBytes: whole(MEMORY),
    ephemeralStorageBytes: whole(EPHEMERAL_STORAGE),
    podsMax: whole(PODS),
    scalars,
    images: status === undefined ? [] : readImages(status, images),
    conditions: status === undefined ? [] : readConditions(status),
    declaredFeatures: status?.strings('declaredFeatures') ?? [],
  }
}

/** Nodes hold mostly the same images, and where they were read from bytes these are the same objects. */
function readImages(status: Fields, images: KnownImages): NodeImage[] {
  const given = status.value['images']
  const known = Array.isArray(given) ? given.map((image) => images.get(image)) : []
  if (known.length > 0 && !known.includes(undefined)) return known as NodeImage[] // none is missing
  return status.objects('images').map((image) => readImage(image, images))
}

function readImage(image: Fields, images: KnownImages): NodeImage {
  const { issues } = image.context
  const issuesBefore = issues.list.length
  const read = { names: image.strings('names'), sizeBytes: image.integer('sizeBytes') ?? 0 }
  // What is wrong with an image is told of every node that has it.
  if (issues.list.length === issuesBefore) images.set(image.value, read)
  return read
}

function readConditions(status: Fields): NodeCondition[] {
  return status.objects('conditions').map((condition) => ({
    type: condition.string('type') ?? '',
    status: condition.string('status') ?? '',
  }))
}
