import type { ByteWindow } from './window.ts'

const ROWS_MIN = 1 << 10
/** Somebody may send bytes whose hashes meet: beyond so many rows they are taken for new ones. */
const PROBES_MAX = 64

/**
 * Gives equal bytes one number, counted from 0 in the order in which they first came. Bytes that were
 * made to meet in one place of its table may get several.
 */
export class ByteInterner {
  private readonly window: ByteWindow
  /** By id: where the bytes are kept, how many, and their hash. */
  private readonly kept: number[] = []
  private readonly lengths: number[] = []
  private readonly hashes: number[] = []
  /** Ids plus one by hash, 0 for none; open addressing, never more than half full. */
  private rows = new Int32Array(ROWS_MIN)
  private last = -1

  constructor(window: ByteWindow) {
    this.window = window
  }

  get size(): number {
    return this.kept.length
  }

  /** Of bytes in the scanner's memory. */
  idOf(from: number, to: number): number {
    // What is alike mostly comes one after the other.
    if (!this.isLast(from, to - from)) this.last = this.find(from, to)
    return this.last
  }

  private isLast(from: number, length: number): boolean {
    const { last, window } = this
    if (this.lengths[last] !== length) return false
    return window.scanner.same(window.keptAt(this.kept[last]), from, length)
  }

  private find(from: number, to: number): number {
    const { scanner } = this.window
    const length = to - from
    const hash = scanner.hash(from, to)
    const mask = this.rows.length - 1
    for (let probe = 0; probe < PROBES_MAX; probe++) {
      const row = (hash + probe) & mask
      const id = this.rows[row] - 1
      if (id < 0) return this.add(row, hash, from, length)
      if (this.isSame(id, hash, from, length)) return id
    }
    return this.add(-1, hash, from, length)
  }

  private isSame(id: number, hash: number, from: number, length: number): boolean {
    if (this.hashes[id] !== hash || this.lengths[id] !== length) return false
    return this.window.scanner.same(this.window.keptAt(this.kept[id]), from, length)
  }

  private add(row: number, hash: number, from: number, length: number): number {
    const id = this.kept.length
    this.kept.push(this.window.keep(from, from + length))
    this.lengths.push(length)
    this.hashes.push(hash)
    if (row >= 0) this.rows[row] = id + 1
    if (2 * this.kept.length > this.rows.length) this.rehash()
    return id
  }

  private rehash(): void {
    this.rows = new Int32Array(2 * this.rows.length)
    const mask = this.rows.length - 1
    for (const [id, hash] of this.hashes.entries()) {
      for (let probe = 0; probe < PROBES_MAX; probe++) {
        const row = (hash + probe) & mask
        if (this.rows[row] !== 0) continue
        this.rows[row] = id + 1
        break
      }
    }
  }
}
