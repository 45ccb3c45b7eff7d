/** Why waiting ended without what it waited for. */
export type WaitEnd = 'aborted' | 'timed out'

/** Waits for what the API server tells of objects, by what they are named. */
export class Waits {
  private readonly checks = new Map<string, Set<() => void>>()

  /** Something was told of the object of this name. */
  told(name: string): void {
    for (const check of [...(this.checks.get(name) ?? [])]) check()
  }

  /**
   * What `check` finds once it finds something: it is asked at once, and again whenever one of the
   * objects was told of.
   */
  until<Found>(
    names: readonly string[],
    check: () => Found | undefined,
    signal: AbortSignal,
    limitMs: number,
  ): Promise<Found | WaitEnd> {
    return new Promise((resolve) => {
      const end = (found: Found | WaitEnd) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        for (const name of names) this.remove(name, ask)
        resolve(found)
      }
      const abort = () => end('aborted')
      const ask = () => {
        const found = check()
        if (found !== undefined) end(found)
      }
      const timer = setTimeout(() => end('timed out'), limitMs)
      for (const name of names) this.add(name, ask)
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      else ask()
    })
  }

  private add(name: string, check: () => void): void {
    const known = this.checks.get(name)
    if (known === undefined) this.checks.set(name, new Set([check]))
    else known.add(check)
  }

  private remove(name: string, check: () => void): void {
    const known = this.checks.get(name)
    known?.delete(check)
    if (known?.size === 0) this.checks.delete(name)
  }
}
