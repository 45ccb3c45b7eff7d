import { ok, type Result } from '../../result.ts'
import { append } from '../audit/append/append.ts'
import { broken, type LogFailure } from '../audit/fault.ts'
import type { AuditLog } from '../audit/log.ts'
import { claimName } from '../audit/lookup/claim.ts'
import { draft } from '../audit/records/record.ts'
import type { PriorityClassSet, Unlogged } from './set.ts'

/** So long its author has for logging a change before others do it for him. */
const AUTHOR_MS = 5000

/** Changes that wait beside the classes; with more, the next writer logs them first. */
export const UNLOGGED_MAX = 8

/** Versions that a process remembers to be in the log. */
const REMEMBERED_MAX = 500

/** What of a set's changes is not known to stand in the log. */
export function stillUnlogged({ memory }: AuditLog, set: PriorityClassSet): Unlogged[] {
  return set.unlogged.filter(({ version }) => !memory.loggedClassVersions.has(version))
}

/** What is this writer's to log: its own change, and those whose authors must have died. */
export function dueChanges(
  log: AuditLog,
  set: PriorityClassSet,
  ownVersion: number,
): readonly Unlogged[] {
  const nowMs = log.runtime.now().getTime()
  return stillUnlogged(log, set).filter(
    ({ version, time }) => version === ownVersion || nowMs - Date.parse(time) > AUTHOR_MS,
  )
}

/** Records changes in the audit log, each once, whoever else does the same. */
export async function logChanges(
  log: AuditLog,
  changes: readonly Unlogged[],
): Promise<Result<null, LogFailure>> {
  for (const { version, content } of changes) {
    const id = String(version)
    const one = draft('priorityClass', id, content)
    const { recorded, failure } = await append(log, claimName('priorityClass', id), [one])
    if (failure !== null) {
      if (failure.kind === 'tooLarge') throw new Error('two classes fit into a record')
      return { ok: false, error: failure }
    }
    const [appended] = recorded
    if (appended?.isNew === false && appended.record.contentHash !== one.contentHash) {
      const detail = `It says of version ${id} of the PriorityClasses what these do not.`
      return { ok: false, error: broken(appended.record.sequence, detail) }
    }
    const { loggedClassVersions } = log.memory
    if (loggedClassVersions.size >= REMEMBERED_MAX) loggedClassVersions.clear()
    loggedClassVersions.add(version)
  }
  return ok(null)
}
