import type { CapacityPlan } from './capacity-plan.ts'

/** Shares of one device in the attempt under way. */
interface Sharing {
  count: number
  readonly consumed: Map<string, bigint>
}

/** Devices that the attempt under way has picked for the pod, the last one on top. */
export class Attempt {
  /** How often each identity is picked as a whole. */
  readonly picks: Uint16Array
  private readonly sharing = new Map<number, Sharing>()

  constructor(identityCount: number) {
    this.picks = new Uint16Array(identityCount)
  }

  isSharing(identity: number): boolean {
    return this.sharing.size > 0 && this.sharing.has(identity)
  }

  consumed(identity: number): ReadonlyMap<string, bigint> | null {
    return this.sharing.get(identity)?.consumed ?? null
  }

  share(identity: number, { shares }: CapacityPlan): void {
    const sharing = this.sharing.get(identity) ?? { count: 0, consumed: new Map() }
    sharing.count++
    for (const { name, consumed } of shares) {
      sharing.consumed.set(name, (sharing.consumed.get(name) ?? 0n) + consumed.nano)
    }
    this.sharing.set(identity, sharing)
  }

  unshare(identity: number, { shares }: CapacityPlan): void {
    const sharing = this.sharing.get(identity)
    if (sharing === undefined) return
    sharing.count--
    if (sharing.count === 0) this.sharing.delete(identity)
    for (const { name, consumed } of shares) {
      sharing.consumed.set(name, (sharing.consumed.get(name) ?? 0n) - consumed.nano)
    }
  }
}
