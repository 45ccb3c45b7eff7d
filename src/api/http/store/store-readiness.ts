import type { StorePort } from '../../../store/port.ts'
import type { Runtime } from '../../../store/runtime.ts'

/** Probes come often and from several sides; the store is asked at most so often. */
const KEPT_MS = 5000
/** A probe that takes longer tells its asker nothing. */
const ANSWER_MS = 2000
/** Nothing is ever kept there: an answer, any answer, is what counts. */
const KEY = { pk: 'readiness', sk: 'readiness' }

/** Whether the store answers: null when it does, else why not. */
export class StoreReadiness {
  private readonly store: StorePort
  private readonly runtime: Runtime
  private cause: string | null = 'it was not asked yet'
  private askedMs = Number.NEGATIVE_INFINITY

  constructor(store: StorePort, runtime: Runtime) {
    this.store = store
    this.runtime = runtime
  }

  /** Asks the store, unless somebody just has: then what is known. */
  async check(): Promise<string | null> {
    const nowMs = this.runtime.now().getTime()
    if (nowMs - this.askedMs < KEPT_MS) return this.cause
    this.askedMs = nowMs
    this.cause = await Promise.race([this.ask(), this.giveUp()])
    return this.cause
  }

  private async ask(): Promise<string | null> {
    const answer = await this.store.get(KEY)
    return answer.ok ? null : answer.error.cause
  }

  private async giveUp(): Promise<string> {
    await this.runtime.sleep(ANSWER_MS)
    return `no answer within ${ANSWER_MS / 1000} s`
  }
}
