import type { Result } from '../result.ts'

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Calls of another thread: each is a question and its answer. */
export class RemoteCalls<Use> {
  private readonly ask: (call: number, use: Use) => void
  private readonly waiting = new Map<number, Waiting>()
  private calls = 0

  constructor(ask: (call: number, use: Use) => void) {
    this.ask = ask
  }

  /** The other side answers a use with what the method of its own returned. */
  call<T>(use: Use): Promise<T> {
    const call = this.calls++
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { resolve: resolve as (result: unknown) => void, reject }) // see above
      this.ask(call, use)
    })
  }

  /** The other side has answered, or says why it threw. */
  settle(call: number, answer: Result<unknown, string>): void {
    const waiting = this.waiting.get(call)
    this.waiting.delete(call)
    if (answer.ok) waiting?.resolve(answer.value)
    else waiting?.reject(new Error(answer.error))
  }
}
