/** Counts those who follow kept snapshots, each over a connection of its own. */
export class Followers {
  private readonly most: number
  private readonly byClient = new Map<string, number>()
  private count = 0

  constructor(most: number) {
    this.most = most
  }

  /** Null: there are enough, of all clients or of this one, which gets half; else how to leave again. */
  enter(client: string): (() => void) | null {
    const own = this.byClient.get(client) ?? 0
    if (this.count >= this.most || own >= Math.ceil(this.most / 2)) return null
    this.count++
    this.byClient.set(client, own + 1)
    let isThere = true
    return () => {
      if (!isThere) return
      isThere = false
      this.count--
      const left = (this.byClient.get(client) ?? 1) - 1
      if (left === 0) this.byClient.delete(client)
      else this.byClient.set(client, left)
    }
  }
}
