import { type Arrival, refuse } from '../arrival.ts'
import { accountKey, type ServiceAccount } from '../cluster/admission-cluster.ts'
import { knownNames } from '../cluster/known-names.ts'
import { goQuote } from '../go/quote.ts'
import type { Refusal } from '../refusal.ts'
import { isMirrorPod } from '../types/mirror-pod.ts'
import type { Pod } from '../types/types.ts'
import { pathSegment } from '../validation/metadata/names.ts'
import { mirrorPodFault } from './mirror-pod.ts'
import { secretFault } from './mountable-secrets.ts'
import { mountToken } from './service-account-token.ts'

const BY = 'ServiceAccount'
const DEFAULT = 'default'

/**
 * ServiceAccount.Admit: every pod but a mirror pod gets an account, its token and its pull secrets.
 */
export function giveServiceAccount(arrival: Arrival): Refusal | null {
  const { pod, reasons } = arrival
  const { spec } = pod
  if (isMirrorPod(pod)) return checkServiceAccount(arrival)
  if (spec.serviceAccountName === '') {
    spec.serviceAccountName = DEFAULT
    spec.serviceAccount = DEFAULT
    const reason = "a pod that names no service account runs as its namespace's default one"
    reasons.tell('/spec/serviceAccountName', reason)
    reasons.tell('/spec/serviceAccount', reason)
  }
  const account = accountOf(arrival)
  if (account === undefined) return absent(arrival)
  if (mountsToken(account, pod)) mountToken(spec, reasons)
  if ((spec.imagePullSecrets ?? []).length === 0) {
    spec.imagePullSecrets = account.imagePullSecrets.map((name) => ({ name }))
    const reason = `the pod names no pull secrets, so those of service account ${account.name} count`
    reasons.tell('/spec/imagePullSecrets', reason)
  }
  return checkServiceAccount(arrival)
}

/** ServiceAccount.Validate. */
export function checkServiceAccount(arrival: Arrival): Refusal | null {
  const { namespace, pod } = arrival
  if (isMirrorPod(pod)) {
    const what = mirrorPodFault(pod.spec)
    return what === null ? null : refuse(arrival, BY, what, [{ kind: 'mirrorPod', what }])
  }
  if (pod.spec.serviceAccountName === '') {
    const what = `no service account specified for pod ${namespace}/${pod.metadata.name}`
    return refuse(arrival, BY, what, [])
  }
  const account = accountOf(arrival)
  if (account === undefined) return absent(arrival)
  const fault = account.hasMountableSecrets ? secretFault(account, pod.spec) : null
  return fault === null ? null : refuse(arrival, BY, fault.cause, [fault.fact])
}

function accountOf({ cluster, namespace, pod }: Arrival): ServiceAccount | undefined {
  return cluster.serviceAccounts.get(accountKey(namespace, pod.spec.serviceAccountName))
}

function absent(arrival: Arrival): Refusal {
  const { cluster, namespace, pod } = arrival
  const name = pod.spec.serviceAccountName
  const complaints = pathSegment(name)
  const why =
    complaints.length > 0
      ? `invalid resource name ${goQuote(name)}: [${complaints.join(' ')}]`
      : `serviceaccount ${goQuote(name)} not found`
  const cause = `error looking up service account ${namespace}/${name}: ${why}`
  const prefix = accountKey(namespace, '')
  const ofNamespace = [...cluster.serviceAccounts.keys()].filter((key) => key.startsWith(prefix))
  const known = knownNames(ofNamespace.map((key) => key.slice(prefix.length)))
  return refuse(arrival, BY, cause, [{ kind: 'absent', of: 'ServiceAccount', name, known }])
}

function mountsToken(account: ServiceAccount, { spec }: Pod): boolean {
  return spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true
}
