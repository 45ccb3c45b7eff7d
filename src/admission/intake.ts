import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { Admission, Admitted, CreateRequest } from './admission.ts'
import type { Arrival } from './arrival.ts'
import type { Beyond } from './beyond.ts'
import { type Changer, Journal, Reasons } from './changes/journal.ts'
import type { AdmissionCluster } from './cluster/admission-cluster.ts'
import { type KindRead, kindsRead } from './cluster/kinds-read.ts'
import { decodingReason } from './decode/decoding-reasons.ts'
import type { StrictFault } from './decode/fault.ts'
import { setDefaults } from './defaults/defaults.ts'
import { fieldFacts } from './explanation/field-facts.ts'
import { tolerateFailingNodes } from './plugins/default-toleration-seconds.ts'
import { limitBounds } from './plugins/limit-bounds.ts'
import { fillInLimits } from './plugins/limit-ranger.ts'
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts'
import { labelTopology } from './plugins/pod-topology-labels.ts'
import { resolvePriority } from './plugins/priority.ts'
import { applyRuntimeClass, checkOverhead } from './plugins/runtime-class.ts'
import { checkServiceAccount, giveServiceAccount } from './plugins/service-account.ts'
import { type AuditAnnotations, checkPodSecurity } from './pod-security/pod-security.ts'
import { checkQuotas, type QuotaUsage, usageBefore } from './quota/resource-quota.ts'
import type { Refusal } from './refusal.ts'
import {
  acceptNamespace,
  dropDuplicateOwners,
  wipeSystemFields,
} from './request/accept-metadata.ts'
import { invalid } from './status/status.ts'
import { generateName } from './storage/generate-name.ts'
import { prepareForCreate } from './storage/prepare-for-create.ts'
import { storePod } from './storage/store-pod.ts'
import type { Pod } from './types/types.ts'
import type { JsonValue } from './types/write.ts'
import { FieldErrors } from './validation/field-errors.ts'
import { validatePod } from './validation/validate-pod.ts'
import { warnOfPod } from './warnings/pod-warnings.ts'
import { Warnings } from './warnings/warnings.ts'

type Change = (arrival: Arrival) => Refusal | null

/** A change that refuses nobody. */
function always(change: (arrival: Arrival) => void): Change {
  return (arrival) => {
    change(arrival)
    return null
  }
}

/** What reads a kind of objects, and whether it changes the pod. */
interface Plugin {
  readonly by: Changer
  readonly reads: SnapshotResource | null
  readonly change: Change
}

const MUTATING: readonly Plugin[] = [
  { by: 'LimitRanger', reads: 'limitRanges', change: always(fillInLimits) },
  { by: 'ServiceAccount', reads: 'serviceAccounts', change: giveServiceAccount },
  { by: 'Priority', reads: 'priorityClasses', change: resolvePriority },
  { by: 'DefaultTolerationSeconds', reads: null, change: always(tolerateFailingNodes) },
  { by: 'RuntimeClass', reads: 'runtimeClasses', change: applyRuntimeClass },
  { by: 'PodTopologyLabels', reads: 'nodes', change: always(labelTopology) },
]

/** One pod's way through the server, from decoded to stored. */
export class Intake {
  private readonly request: CreateRequest
  private readonly pod: Pod
  private readonly cluster: AdmissionCluster
  private readonly journal: Journal
  private readonly warnings = new Warnings()
  private readonly audit: AuditAnnotations = new Map()
  private quotaUsed: QuotaUsage

  constructor(
    request: CreateRequest,
    cluster: AdmissionCluster,
    { pod, strict }: { readonly pod: Pod; readonly strict: readonly StrictFault[] },
  ) {
    this.request = request
    this.pod = pod
    this.cluster = cluster
    this.quotaUsed = usageBefore(cluster.resourceQuotas)
    const sent: JsonValue = JSON.parse(request.text) ?? {}
    this.journal = new Journal(sent)
    pod.apiVersion = 'v1'
    pod.kind = 'Pod'
    this.journal.enterPod(pod, 'decoding', decodingReason(strict, sent))
    const told = request.fieldValidation === 'Ignore' ? [] : strict
    for (const { message } of told) this.warnings.add(message)
  }

  run(): Admitted {
    this.change(
      'defaulting',
      always(({ reasons }) => setDefaults(this.pod, reasons)),
    )
    const misplaced = this.change('request', (arrival) => this.acceptRequest(arrival))
    if (misplaced !== null) return this.end(misplaced)
    if (this.isBlind('namespaces')) return this.endUnknown()
    const stranded = namespaceLifecycle(this.arrival())
    if (stranded !== null) return this.end(stranded)
    for (const { by, reads, change } of MUTATING) {
      if (reads !== null && this.isBlind(reads)) return this.endUnknown()
      const refusal = this.change(by, change)
      if (refusal !== null) return this.end(refusal)
    }
    return this.store()
  }

  private acceptRequest({ reasons }: Arrival): Refusal | null {
    const { metadata } = this.pod
    wipeSystemFields(metadata, reasons)
    const refusal = acceptNamespace(metadata, this.request.namespace, reasons)
    if (refusal === null) dropDuplicateOwners(metadata, this.warnings, reasons)
    return refusal
  }

  /** What the registry does, and the validating plugins that it asks. */
  private store(): Admitted {
    const { pod, warnings } = this
    const prepare = always(({ reasons }) => {
      generateName(pod.metadata, reasons)
      prepareForCreate(pod, warnings, reasons)
    })
    this.change('storage', prepare)
    const errors = new FieldErrors()
    validatePod(errors, pod)
    if (errors.isBeyond) return { ok: false, error: TOO_WRONG }
    if (errors.count > 0) return this.end(this.invalidPod(errors))
    warnOfPod(pod, warnings)
    const arrival = this.arrival()
    const refusal =
      limitBounds(arrival) ??
      checkServiceAccount(arrival) ??
      checkPodSecurity(arrival, warnings, this.audit) ??
      checkOverhead(arrival)
    if (refusal !== null) return this.end(refusal)
    if (this.isBlind('resourceQuotas')) return this.endUnknown()
    const verdict = checkQuotas(arrival)
    if (verdict.refusal !== null) return this.end(verdict.refusal)
    if (this.isBlind('pods')) return this.endUnknown()
    this.quotaUsed = verdict.used
    return this.end(storePod(arrival))
  }

  private invalidPod(errors: FieldErrors): Refusal {
    const status = invalid(this.pod.metadata.name, errors)
    const facts = fieldFacts(errors, this.journal.mutations)
    return { by: 'validation', status, facts, factsLeftOut: errors.distinct.length - facts.length }
  }

  private arrival(reasons: Reasons = new Reasons()): Arrival {
    const { cluster, pod, request } = this
    return { cluster, namespace: request.namespace, pod, reasons }
  }

  private change(by: Changer, change: Change): Refusal | null {
    const arrival = this.arrival()
    const refusal = change(arrival)
    if (refusal === null) this.journal.enter(this.pod, by, arrival.reasons, by)
    return refusal
  }

  private get unknown(): KindRead[] {
    return kindsRead(this.pod).filter(({ kind }) => this.cluster.unknownKinds.has(kind))
  }

  private isBlind(kind: SnapshotResource): boolean {
    return this.unknown.some((read) => read.kind === kind)
  }

  private endUnknown(): Admitted {
    return { ok: true, value: { ...this.soFar(), unknown: this.unknown } }
  }

  private end(refusal: Refusal | null): Admitted {
    return { ok: true, value: { ...this.soFar(), refusal } }
  }

  private soFar(): Admission {
    const { pod, quotaUsed, audit } = this
    const { mutations } = this.journal
    const { list: warnings } = this.warnings
    return { pod, refusal: null, unknown: [], mutations, warnings, quotaUsed, audit }
  }
}

const TOO_WRONG: Beyond = {
  field: '',
  code: 'too-many',
  message: 'more is wrong with this pod than Berth is ready to tell',
}
