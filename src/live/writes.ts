import type { ObjectWrites } from './object-writes.ts'
import type { PodWrites } from './pod-writes.ts'

/** All that is written to the API server. */
export interface Writes {
  readonly pods: PodWrites
  readonly objects: ObjectWrites
}
