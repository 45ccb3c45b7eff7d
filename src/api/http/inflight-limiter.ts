/** Bodies are held up to so many times the largest one, in all requests together. */
const HELD_FACTOR = 10
/** And worked on up to this part of it; a larger one is worked on alone. */
const WORKED_FACTOR = 0.5

/**
 * Bounds what one process holds and works on at a time, in bytes of decoded bodies: a cluster in
 * memory is many times its JSON, and a dozen large ones at once would be the end of the process.
 */
export class InflightLimiter {
  private readonly workedMax: number
  private readonly heldMax: number
  private worked = 0
  private held = 0
  /** Requests that wait their turn, the first first. */
  private readonly waiting: { readonly bytes: number; readonly enter: () => void }[] = []

  /** `bodyBytesMax`: the largest body that may come. */
  constructor(bodyBytesMax: number) {
    this.workedMax = WORKED_FACTOR * bodyBytesMax
    this.heldMax = HELD_FACTOR * bodyBytesMax
  }

  /** False when too much is held already. */
  hold(bytes: number): boolean {
    if (this.held + bytes > this.heldMax) return false
    this.held += bytes
    return true
  }

  release(bytes: number): void {
    this.held -= bytes
  }

  /** Waits until there is room for the work on a body; `leave` must follow. */
  async enter(bytes: number): Promise<void> {
    if (this.waiting.length === 0 && this.hasRoom(bytes)) {
      this.worked += bytes
      return
    }
    await new Promise<void>((resolve) => this.waiting.push({ bytes, enter: resolve }))
  }

  leave(bytes: number): void {
    this.worked -= bytes
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (!this.hasRoom(next.bytes)) return
      this.worked += next.bytes
      this.waiting.shift()
      next.enter()
    }
  }

  private hasRoom(bytes: number): boolean {
    return this.worked === 0 || this.worked + bytes <= this.workedMax
  }
}

/** What one request takes up, until its answer is out. */
export class InflightLease {
  private readonly admission: InflightLimiter
  private heldBytes = 0
  private hasEntered = false

  constructor(admission: InflightLimiter) {
    this.admission = admission
  }

  /** Called for every part of the body that arrives; false when it must be refused. */
  hold(bytes: number): boolean {
    if (!this.admission.hold(bytes)) return false
    this.heldBytes += bytes
    return true
  }

  /** Waits for its turn; call once, when the body is there. */
  async enter(): Promise<void> {
    await this.admission.enter(this.heldBytes)
    this.hasEntered = true
  }

  end(): void {
    if (this.hasEntered) this.admission.leave(this.heldBytes)
    this.admission.release(this.heldBytes)
    this.heldBytes = 0
    this.hasEntered = false
  }
}
