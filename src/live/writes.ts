import type { ObjectWrites } from './api-server/object-writes.ts'
import type { PodWrites } from './api-server/pod-writes.ts'

/** All that is written to the API server. */
export interface Writes {
  readonly pods: PodWrites
  readonly objects: ObjectWrites
}
