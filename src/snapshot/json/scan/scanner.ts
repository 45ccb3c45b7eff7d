import { bind } from './memory.ts'
import * as walk from './walk.ts'

/**
 * Goes over JSON in a memory of its own; layout.ts says where things are in it. Offsets are of bytes
 * there. Behind the window (END) come at least 16 bytes of 0.
 */
export interface Scanner {
  /** Another one after `grow`. */
  readonly buffer: ArrayBuffer
  /** Makes the memory at least so large; what is in it stays. */
  grow(bytes: number): void
  /** The first byte that is not white space. */
  space(at: number): number
  /** The byte after the value that begins here, or MORE, FAULT, NOT_UTF8, TOO_DEEP. */
  skip(at: number): number
  /** The same, and writes at OUTPUT what a rule keeps of it. */
  project(at: number, rule: number): number
  same(a: number, b: number, length: number): boolean
  /** Bytes of a value under a mask. */
  count(from: number, to: number, mask: number, value: number): number
  hash(from: number, to: number): number
}

/** The scanner in TypeScript: the reference for the one in WebAssembly, and used where that is not at hand. */
export class PlainScanner implements Scanner {
  buffer: ArrayBuffer = new ArrayBuffer(1 << 16)

  grow(bytes: number): void {
    if (bytes <= this.buffer.byteLength) return
    const larger = new ArrayBuffer(bytes)
    new Uint8Array(larger).set(new Uint8Array(this.buffer))
    this.buffer = larger
  }

  space(at: number): number {
    bind(this.buffer)
    return walk.space(at)
  }

  skip(at: number): number {
    bind(this.buffer)
    return walk.skip(at)
  }

  project(at: number, rule: number): number {
    bind(this.buffer)
    return walk.project(at, rule)
  }

  same(a: number, b: number, length: number): boolean {
    bind(this.buffer)
    return walk.same(a, b, length)
  }

  count(from: number, to: number, mask: number, value: number): number {
    bind(this.buffer)
    return walk.count(from, to, mask, value)
  }

  hash(from: number, to: number): number {
    bind(this.buffer)
    return walk.hash(from, to)
  }
}
