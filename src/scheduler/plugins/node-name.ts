import { type Plugin, READS_NO_IDENTITY, SKIP } from '../framework/plugin.ts'

/**
 * Would keep a pod off every node but spec.nodeName. A pod that names its node is already assigned
 * and never gets here, so for pods to decide there is nothing to judge.
 */
export const nodeName: Plugin = {
  name: 'NodeName',
  readsOfIdentity: READS_NO_IDENTITY,
  prepareFilter: () => SKIP,
}
