import type { SimulationRequest } from '../../../schemas/around/simulation-request.ts'
import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { Script } from './read-script.ts'

/** What was asked, read and found to be right. */
export interface SimulationQuestion {
  readonly request: SimulationRequest
  readonly digest: string
  readonly scheduler: ResolvedProfile
  readonly script: Script
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
}
