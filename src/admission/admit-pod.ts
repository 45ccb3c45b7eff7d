import type { Admission, Admitted, CreateRequest } from './admission.ts'
import type { AdmissionCluster } from './cluster/admission-cluster.ts'
import { decodePod, type FieldValidation } from './decode/decode-pod.ts'
import { byteLength } from './go/utf8.ts'
import { Intake } from './intake.ts'
import { usageBefore } from './quota/resource-quota.ts'
import type { Refusal } from './refusal.ts'
import { invalidOption, tooLarge } from './status/status.ts'

/** Nothing is Warn. */
const FIELD_VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn']
/** The server's MaxRequestBodyBytes. */
const BODY_BYTES_MAX = 3 * 1024 * 1024

/** What the API server does with POST /api/v1/namespaces/NAMESPACE/pods, in its order. */
export function admitPod(request: CreateRequest, cluster: AdmissionCluster): Admitted {
  const { fieldValidation, text } = request
  const refused = (refusal: Refusal): Admitted => ok({ ...nothing(cluster), refusal })
  if (byteLength(text) > BODY_BYTES_MAX) {
    const status = tooLarge(BODY_BYTES_MAX)
    return refused({ by: 'request', status, facts: [{ kind: 'request', what: 'body' }] })
  }
  if (!FIELD_VALIDATIONS.includes(fieldValidation)) {
    const status = invalidOption('fieldValidation', fieldValidation, FIELD_VALIDATIONS)
    return refused({ by: 'request', status, facts: [{ kind: 'request', what: 'fieldValidation' }] })
  }
  const mode = (fieldValidation || 'Warn') as FieldValidation // one of the list
  const decoded = decodePod(text, mode)
  if (decoded.outcome === 'beyond') return { ok: false, error: decoded.beyond }
  if (decoded.outcome === 'refused') return refused(decoded.refusal)
  return new Intake(request, cluster, decoded).run()
}

function ok(value: Admission): Admitted {
  return { ok: true, value }
}

function nothing({ resourceQuotas }: AdmissionCluster): Admission {
  return {
    pod: null,
    refusal: null,
    unknown: [],
    mutations: [],
    warnings: [],
    quotaUsed: usageBefore(resourceQuotas),
    audit: new Map(),
  }
}
