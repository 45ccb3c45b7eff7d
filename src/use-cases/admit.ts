import type { AdmissionRequest } from '../../schemas/around/admission-request.ts'
import type { Admission } from '../admission/admission.ts'
import { admitPod } from '../admission/admit-pod.ts'
import type { Mutation } from '../admission/changes/journal.ts'
import type { AdmissionCluster } from '../admission/cluster/admission-cluster.ts'
import { AdmissionClusterReader } from '../admission/cluster/admission-cluster-reader.ts'
import { kindsRead } from '../admission/cluster/kinds-read.ts'
import { factText } from '../admission/explanation/fact-text.ts'
import { noticesOf } from '../admission/explanation/notices.ts'
import { judgeKubelet } from '../admission/kubelet/judge-kubelet.ts'
import type { KubeletVerdict } from '../admission/kubelet/kubelet-verdict.ts'
import type { QuotaUsage } from '../admission/quota/resource-quota.ts'
import type { Refusal } from '../admission/refusal.ts'
import type { Status } from '../admission/status/status.ts'
import { isMirrorPod } from '../admission/types/mirror-pod.ts'
import type { Pod } from '../admission/types/types.ts'
import { type JsonValue, writeStruct } from '../admission/types/write.ts'
import { err, ok, type Result } from '../result.ts'
import { KUBERNETES_1_37 } from '../scheduler/profiles/releases/kubernetes-1.37.ts'
import { type Issue, Issues, ROOT } from '../snapshot/json/json-path.ts'
import { SnapshotReader } from '../snapshot/json/snapshot-reader.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../snapshot/snapshot-resources.ts'

/** Whose API server this is. */
const RELEASE = '1.37'
/** A pod may have thousands of faults; the status names all of them. */
const FACTS_MAX = 100

export interface AdmitContext {
  readonly digest: string
  readonly nodesMax: number
}

/** What would happen to a pod that is sent to the API server, as plain data. */
export interface AdmissionAnswer {
  readonly id: string
  readonly release: string
  readonly namespace: string
  /** Null: not known. */
  readonly allowed: boolean | null
  readonly pod: JsonValue
  readonly mutations: readonly Mutation[]
  readonly status: Status | null
  readonly refusal: RefusalView | null
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
  readonly quotaUsedAfter: Readonly<Record<string, Readonly<Record<string, string>> | null>>
  /** Of a pod that names its node. */
  readonly kubelet: KubeletVerdict | null
  readonly unknown: readonly UnknownKind[]
  readonly notices: readonly string[]
  readonly input: { readonly digest: string; readonly notEvaluated: readonly NotEvaluatedKind[] }
}

export interface RefusalView {
  readonly by: Refusal['by']
  readonly facts: readonly (Refusal['facts'][number] & { readonly text: string })[]
  readonly factsLeftOut: number
}

export interface UnknownKind {
  readonly kind: string
  readonly plugin: string
  readonly why: string
  readonly command: string
}

export interface NotEvaluatedKind {
  readonly what: SnapshotResource
  readonly kind: string
  readonly affects: 'outcome'
  readonly reason: string
}

/** POST /v1/admissions: what does the API server do with a new pod? */
export function admit(
  request: AdmissionRequest,
  context: AdmitContext,
): Result<AdmissionAnswer, readonly Issue[]> {
  const { snapshot, namespace, options } = request
  const issues = new Issues()
  const reader = new AdmissionClusterReader(namespace, issues)
  new SnapshotReader(reader, issues, context.nodesMax).read(snapshot, ROOT.at('snapshot'))
  if (issues.any) return err(issues.list)
  const cluster = reader.finish(options.absentKinds)
  const text = request.body ?? JSON.stringify(request.pod)
  const fieldValidation = options.fieldValidation ?? ''
  const admitted = admitPod({ namespace, text, fieldValidation }, cluster)
  if (!admitted.ok) {
    const { field, code, message } = admitted.error
    const part = request.body === undefined ? 'pod' : 'body'
    issues.add(ROOT.at(part), code, field === '' ? message : `${field}: ${message}`)
    return err(issues.list)
  }
  return ok(view(request, context, { admission: admitted.value, cluster, reader }))
}

interface Judged {
  readonly admission: Admission
  readonly cluster: AdmissionCluster
  readonly reader: AdmissionClusterReader
}

function view(
  { namespace }: AdmissionRequest,
  { digest }: AdmitContext,
  { admission, cluster, reader }: Judged,
): AdmissionAnswer {
  const { pod, refusal, mutations, warnings, quotaUsed, audit } = admission
  const isUnknown = admission.unknown.length > 0
  const isAllowed = refusal === null && !isUnknown
  const written = pod !== null && isAllowed ? writeStruct('Pod', pod) : null
  return {
    id: `a-${digest.slice('sha256:'.length).slice(0, 32)}`,
    release: RELEASE,
    namespace,
    allowed: isUnknown ? null : isAllowed,
    pod: written,
    mutations,
    status: refusal?.status ?? null,
    refusal: refusal === null ? null : viewRefusal(refusal),
    warnings,
    auditAnnotations: Object.fromEntries(audit),
    quotaUsedAfter: viewUsage(quotaUsed),
    kubelet: pod === null || written === null ? null : askKubelet(pod, written, reader),
    unknown: admission.unknown.map(({ kind, plugin, why }) => ({
      kind: SNAPSHOT_RESOURCES[kind],
      plugin,
      why,
      command: commandFor(kind, namespace),
    })),
    notices: noticesOf(cluster, refusal),
    input: { digest, notEvaluated: isUnknown ? [] : notEvaluated(admission, reader) },
  }
}

function viewRefusal({ by, facts, factsLeftOut = 0 }: Refusal): RefusalView {
  const told = facts.slice(0, FACTS_MAX).map((fact) => ({ ...fact, text: factText(fact) }))
  return { by, facts: told, factsLeftOut: factsLeftOut + facts.length - told.length }
}

function viewUsage(usage: QuotaUsage): AdmissionAnswer['quotaUsedAfter'] {
  const quotas = [...usage].map(([quota, list]) => {
    if (list === null) return [quota, null] as const
    const amounts = [...list].map(([name, quantity]) => [name, quantity.toString()])
    return [quota, Object.fromEntries(amounts) as Record<string, string>] as const // pairs of strings
  })
  return Object.fromEntries(quotas)
}

/** A mirror pod runs already, whatever the kubelet would say to it. */
function askKubelet(
  pod: Pod,
  written: { [field: string]: JsonValue },
  reader: AdmissionClusterReader,
): KubeletVerdict | null {
  const { nodeName } = pod.spec
  if (nodeName === '' || isMirrorPod(pod)) return null
  return judgeKubelet(pod, written, reader.nodeNamed(nodeName), KUBERNETES_1_37.accounting)
}

/** What the verdict would rest on if the snapshot had any. */
function notEvaluated({ pod }: Admission, reader: AdmissionClusterReader): NotEvaluatedKind[] {
  const reads = pod === null ? [] : kindsRead(pod)
  return reads
    .filter(({ kind }) => !reader.has(kind))
    .map(({ kind, why }) => ({
      what: kind,
      kind: SNAPSHOT_RESOURCES[kind],
      affects: 'outcome',
      reason: `the snapshot has no ${kind}, so there are taken to be none; ${why}`,
    }))
}

const CLUSTER_SCOPED: readonly SnapshotResource[] = [
  'namespaces',
  'priorityClasses',
  'runtimeClasses',
  'nodes',
]

function commandFor(kind: SnapshotResource, namespace: string): string {
  const where = CLUSTER_SCOPED.includes(kind) ? '' : ` -n ${namespace}`
  return `kubectl get ${kind.toLowerCase()}${where} -o json`
}
