/** Calls of another thread: each is a question and its answer. */
export class RemoteCalls<Use> {
  private readonly ask: (call: number, use: Use) => void
  private readonly waiting = new Map<number, (result: unknown) => void>()
  private calls = 0

  constructor(ask: (call: number, use: Use) => void) {
    this.ask = ask
  }

  /** The other side answers a use with what the method of its own returned. */
  call<T>(use: Use): Promise<T> {
    const call = this.calls++
    return new Promise((resolve) => {
      this.waiting.set(call, resolve as (result: unknown) => void) // see above
      this.ask(call, use)
    })
  }

  /** The other side has answered. */
  settle(call: number, result: unknown): void {
    this.waiting.get(call)?.(result)
    this.waiting.delete(call)
  }
}
