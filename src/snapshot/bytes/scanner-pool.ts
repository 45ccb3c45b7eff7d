import type { Scanner } from '../json/scan/scanner.ts'

/** Scanners that wait for their next use; more, and such with a large memory, are given up. */
const IDLE_MAX = 4
const IDLE_BYTES_MAX = 8_000_000

/** Scanners are cheap to use and not so cheap to make. What one has in memory nobody else reads. */
export class ScannerPool {
  private readonly make: () => Scanner
  private readonly idle: Scanner[] = []

  constructor(make: () => Scanner) {
    this.make = make
  }

  take(): Scanner {
    return this.idle.pop() ?? this.make()
  }

  giveBack(scanner: Scanner): void {
    if (this.idle.length === IDLE_MAX || scanner.buffer.byteLength > IDLE_BYTES_MAX) return
    this.idle.push(scanner)
  }
}
