import type { Reasons } from './changes/journal.ts'
import type { AdmissionCluster } from './cluster/admission-cluster.ts'
import type { Fact, Refusal, Refuser } from './refusal.ts'
import { forbidden } from './status/status.ts'
import type { Pod } from './types/types.ts'

/** A pod on its way in, as an admission plugin sees it. */
export interface Arrival {
  readonly cluster: AdmissionCluster
  readonly namespace: string
  readonly pod: Pod
  /** Why places of the pod change, told by whoever changes them. */
  readonly reasons: Reasons
}

/** admission.NewForbidden: a pod without a name yet is called by what its name will begin with. */
export function refuse(
  { pod }: Arrival,
  by: Refuser,
  cause: string,
  facts: readonly Fact[],
): Refusal {
  const { name, generateName } = pod.metadata
  return { by, status: forbidden(name || generateName || 'Unknown', cause), facts }
}
