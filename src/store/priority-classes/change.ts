import type { PriorityClass } from '../../../schemas/store/priority-class.ts'
import { err, ok, type Result } from '../../result.ts'
import type { LogFailure } from '../audit/fault.ts'
import type { AuditLog } from '../audit/log.ts'
import { type BackoffPolicy, backOff } from '../backoff.ts'
import { BODY_BYTES_MAX, bodyBytes, unavailable } from '../port.ts'
import { dueChanges, logChanges, stillUnlogged, UNLOGGED_MAX } from './log-changes.ts'
import type { Refusal } from './refusal.ts'
import { type PriorityClassSet, readClassSet, toItem, usedOf } from './set.ts'

/** Where classes are written, and by whom. */
export interface ClassWriter {
  readonly log: AuditLog
  readonly caller: string
  readonly requestId: string
}

/** Writers of one cluster's classes are few; this is for a burst of them. */
const CONTENTION: BackoffPolicy = { attempts: 30, baseMs: 8, capMs: 800 }

export interface Change<Answer> {
  /** All classes from now on; null: they stay as they are. */
  readonly classes: readonly PriorityClass[] | null
  readonly answer: Answer
}

/** Reads the set, decides, and writes only if nobody else has in between; else anew. */
export async function change<Answer>(
  writer: ClassWriter,
  name: string,
  decide: (set: PriorityClassSet) => Result<Change<Answer>, Refusal>,
): Promise<Result<Answer, Refusal | LogFailure>> {
  const { store, runtime, cluster } = writer.log
  const changeId = runtime.randomId()
  let inDoubt: Answer | null = null
  for (let tried = 0; tried < CONTENTION.attempts; tried++) {
    const set = await readClassSet(store, cluster)
    if (!set.ok) return set
    // What was written by a try whose answer was lost must not be taken for somebody else's.
    if (inDoubt !== null && set.value.recentIds.includes(changeId)) return ok(inDoubt)
    const room = await makeRoom(writer.log, set.value)
    if (!room.ok) return room
    const changed = decide(set.value)
    if (!changed.ok) return changed
    const { classes, answer } = changed.value
    if (classes === null) return ok(answer)
    const next = replaceSet(writer, changeId, set.value, name, classes)
    const item = toItem(cluster, next)
    if (bodyBytes(item.body) > BODY_BYTES_MAX) return err({ kind: 'full' })
    const put = await store.put(item, 'advances')
    if (put.ok) {
      // The change stands; where the log cannot take it now, the next writer logs it.
      await logChanges(writer.log, dueChanges(writer.log, next, next.version))
      return ok(answer)
    }
    if (put.error.kind === 'unavailable') return err(put.error)
    if (put.error.mayHaveWritten) inDoubt = answer
    await backOff(runtime, CONTENTION, tried)
  }
  const cause = `${CONTENTION.attempts} writes of the classes of ${cluster} lost against others`
  return err(unavailable(cause, 2))
}

/** Nothing is changed while many changes are not in the log: one could be lost with its author. */
async function makeRoom(log: AuditLog, set: PriorityClassSet): Promise<Result<null, LogFailure>> {
  const unlogged = stillUnlogged(log, set)
  return unlogged.length < UNLOGGED_MAX ? ok(null) : logChanges(log, unlogged)
}

/** The ids of so many changes are kept: a writer whose answer was lost looks for his at once. */
const RECENT_IDS = 30

function replaceSet(
  { log, caller, requestId }: ClassWriter,
  changeId: string,
  set: PriorityClassSet,
  name: string,
  classes: readonly PriorityClass[],
): PriorityClassSet {
  const version = set.version + 1
  const [before, after] = [findStored(set.classes, name), findStored(classes, name)]
  const content = {
    salt: changeId,
    caller,
    requestId,
    change: changeName(before, after),
    name,
    before,
    after,
    priorityClasses: usedOf({ version, classes }),
  }
  const own = { version, time: log.runtime.now().toISOString(), content }
  return {
    version,
    classes,
    unlogged: [...stillUnlogged(log, set), own],
    recentIds: [...set.recentIds.slice(1 - RECENT_IDS), changeId],
  }
}

function changeName(
  before: PriorityClass | null,
  after: PriorityClass | null,
): 'created' | 'replaced' | 'deleted' {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'replaced'
}

export function findStored(classes: readonly PriorityClass[], name: string): PriorityClass | null {
  return classes.find(({ metadata }) => metadata.name === name) ?? null
}
