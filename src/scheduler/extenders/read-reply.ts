import { ok, type Result } from '../../result.ts'
import { type GoType, INT64, listOf, mapOf, pointerTo, readGo, STRING, struct } from './go-json.ts'

/* The answers of extenders (k8s.io/kube-scheduler/extender/v1); of a Node its name is read. */

export interface FilterReply {
  readonly Nodes: { readonly items: readonly NodeReply[] } | null
  readonly NodeNames: readonly string[] | null
  readonly FailedNodes: ReadonlyMap<string, string>
  readonly FailedAndUnresolvableNodes: ReadonlyMap<string, string>
  readonly Error: string
}

interface NodeReply {
  readonly metadata: { readonly name: string }
}

export interface HostPriority {
  readonly Host: string
  readonly Score: number
}

export interface MetaVictims {
  readonly Pods: readonly ({ readonly UID: string } | null)[]
  readonly NumPDBViolations: number
}

/** By node; upstream does not survive a null. */
export type PreemptReply = ReadonlyMap<string, MetaVictims | null>

const FAILED_NODES: GoType<ReadonlyMap<string, string>> = mapOf(STRING, 'v1.FailedNodesMap')
const NODE: GoType<NodeReply> = struct('Node', {
  metadata: struct('ObjectMeta', { name: STRING }),
})

const FILTER_RESULT: GoType<FilterReply> = struct('ExtenderFilterResult', {
  Nodes: pointerTo(struct('NodeList', { items: listOf(NODE) })),
  NodeNames: pointerTo(listOf(STRING)),
  FailedNodes: FAILED_NODES,
  FailedAndUnresolvableNodes: FAILED_NODES,
  Error: STRING,
})

const HOST_PRIORITY: GoType<HostPriority> = struct('HostPriority', { Host: STRING, Score: INT64 })
const HOST_PRIORITY_LIST: GoType<readonly HostPriority[]> = listOf(
  HOST_PRIORITY,
  'v1.HostPriorityList',
)

const META_VICTIMS: GoType<MetaVictims> = struct('MetaVictims', {
  Pods: listOf(pointerTo(struct('MetaPod', { UID: STRING }))),
  NumPDBViolations: INT64,
})
const PREEMPTION_RESULT: GoType<{ readonly NodeNameToMetaVictims: PreemptReply }> = struct(
  'ExtenderPreemptionResult',
  { NodeNameToMetaVictims: mapOf(pointerTo(META_VICTIMS), 'map[string]*v1.MetaVictims') },
)

const BINDING_RESULT: GoType<{ readonly Error: string }> = struct('ExtenderBindingResult', {
  Error: STRING,
})

export function readFilterReply(value: unknown): Result<FilterReply, string> {
  return readGo(FILTER_RESULT, value)
}

export function readPrioritizeReply(value: unknown): Result<readonly HostPriority[], string> {
  return readGo(HOST_PRIORITY_LIST, value)
}

export function readPreemptReply(value: unknown): Result<PreemptReply, string> {
  const read = readGo(PREEMPTION_RESULT, value)
  return read.ok ? ok(read.value.NodeNameToMetaVictims) : read
}

/** The error that the extender gives, empty for none. */
export function readBindReply(value: unknown): Result<string, string> {
  const read = readGo(BINDING_RESULT, value)
  return read.ok ? ok(read.value.Error) : read
}
