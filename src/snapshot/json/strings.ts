/** Gives every distinct string a small integer, starting at 1; 0 means absent. */
export class StringTable {
  private readonly ids = new Map<string, number>()
  private readonly texts: string[] = ['']

  intern(text: string): number {
    const known = this.ids.get(text)
    if (known !== undefined) return known
    const id = this.texts.length
    this.ids.set(text, id)
    this.texts.push(text)
    return id
  }

  /** 0 when the string was never interned. */
  idOf(text: string): number {
    return this.ids.get(text) ?? 0
  }

  text(id: number): string {
    return this.texts[id] ?? ''
  }

  get size(): number {
    return this.texts.length
  }
}
