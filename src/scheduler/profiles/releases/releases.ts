import { KUBERNETES_1_32 } from './kubernetes-1.32.ts'
import { KUBERNETES_1_33 } from './kubernetes-1.33.ts'
import { KUBERNETES_1_34 } from './kubernetes-1.34.ts'
import { KUBERNETES_1_35 } from './kubernetes-1.35.ts'
import { KUBERNETES_1_36 } from './kubernetes-1.36.ts'
import { KUBERNETES_1_37 } from './kubernetes-1.37.ts'
import type { Release } from './release.ts'

/** Every modern release, the oldest first; the newest is the one that is taken by default. */
export const RELEASES: readonly Release[] = [
  KUBERNETES_1_32,
  KUBERNETES_1_33,
  KUBERNETES_1_34,
  KUBERNETES_1_35,
  KUBERNETES_1_36,
  KUBERNETES_1_37,
]
export const NEWEST_RELEASE: Release = KUBERNETES_1_37
