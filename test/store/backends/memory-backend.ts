import { createMemoryStore, type Partitions } from '../../../src/store/memory.ts'
import type { Backend } from './backend.ts'

/** The memory store as a backend: isolates share its items as the requests of one process do. */
export async function openMemory(): Promise<Backend> {
  const partitions: Partitions = new Map()
  return {
    name: 'memory',
    connect: () => createMemoryStore(partitions),
    async overwrite(item) {
      const partition = partitions.get(item.pk) ?? new Map()
      partitions.set(item.pk, partition.set(item.sk, item))
    },
    async remove({ pk, sk }) {
      partitions.get(pk)?.delete(sk)
    },
    async close() {},
  }
}
