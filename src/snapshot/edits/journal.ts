/** How to take back what was changed, the last first; kept only while somebody may want to. */
export class Journal {
  private readonly undos: (() => void)[] = []
  private savepoints = 0
  private isUndoing = false

  /** Remembers a change that was just made. */
  note(undo: () => void): void {
    if (this.isOpen && !this.isUndoing) this.undos.push(undo)
  }

  /** From here on changes are remembered; the function that comes back takes them back. Savepoints nest. */
  savepoint(): () => void {
    const mark = this.undos.length
    const depth = ++this.savepoints
    return () => {
      if (this.savepoints !== depth) throw new Error('savepoints are taken back the last first')
      this.isUndoing = true
      while (this.undos.length > mark) this.undos.pop()?.()
      this.isUndoing = false
      this.savepoints--
    }
  }

  get isOpen(): boolean {
    return this.savepoints > 0
  }
}
