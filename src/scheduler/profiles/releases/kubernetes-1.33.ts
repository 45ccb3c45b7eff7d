import { KUBERNETES_1_32 } from './kubernetes-1.32.ts'
import type { Release } from './release.ts'

/** In-place resize is on by default; sidecars' ports count, pods without requests are not balanced. */
export const KUBERNETES_1_33: Release = {
  ...KUBERNETES_1_32,
  name: 'kubernetes-1.33',
  version: 'v1.33.13',
  accounting: { ...KUBERNETES_1_32.accounting, sidecarPorts: true, resize: 'per-container' },
  balancedAllocation: { formula: 'balance', scoresBestEffort: false },
  spreadCounters: 'by-constraint',
  config: {
    ...KUBERNETES_1_32.config,
    texts: { ...KUBERNETES_1_32.config.texts, storageScoringGate: 'StorageCapacityScoring' },
  },
  volumeBinding: {
    ...KUBERNETES_1_32.volumeBinding,
    affinityReason: "node(s) didn't match PersistentVolume's node affinity",
  },
}
