/** Keeps what was asked for last, up to a number of entries. */
export class Recent<Value> {
  private readonly max: number
  private readonly entries = new Map<string, Value>()

  constructor(max: number) {
    this.max = max
  }

  get(key: string, make: () => Value): Value {
    const value = this.entries.get(key) ?? make()
    this.entries.delete(key)
    this.entries.set(key, value)
    const [oldest] = this.entries.keys()
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest)
    return value
  }
}
