import type { StorePort } from '../port.ts'
import type { Runtime } from '../runtime.ts'
import type { AuditKeys } from './checkpoints/audit-keys.ts'
import type { AuditLog } from './log.ts'
import { createMemory, type LogMemory } from './memory.ts'

/** What all logs of a process have in common. */
export interface AuditSettings {
  /** Null: records are kept for ever. */
  readonly retentionSeconds: number | null
  readonly keys: AuditKeys
  /** Calls of the store that one request may make. */
  readonly callsMax: number
  /** Requests of this process may wait for one another. */
  readonly isShared: boolean
}

/** The audit logs behind a store, by cluster. */
export interface AuditLogs {
  readonly callsMax: number
  of(cluster: string): AuditLog
}

/** Callers choose the names of clusters; what is forgotten is read again. */
const MEMORIES_MAX = 500

export function createAuditLogs(
  store: StorePort,
  runtime: Runtime,
  { retentionSeconds, keys, callsMax, isShared }: AuditSettings,
): AuditLogs {
  const memories = new Map<string, LogMemory>()
  const memoryOf = (cluster: string) => {
    const memory = memories.get(cluster) ?? createMemory()
    memories.delete(cluster)
    memories.set(cluster, memory)
    const [oldest] = memories.keys()
    if (memories.size > MEMORIES_MAX && oldest !== undefined) memories.delete(oldest)
    return memory
  }
  return {
    callsMax,
    of(cluster) {
      const memory = memoryOf(cluster)
      return { store, runtime, cluster, retentionSeconds, keys, memory, isShared }
    },
  }
}
