import type { Scanner } from '../snapshot/json/scan/scanner.ts'

/** Of WebAssembly's own interface only what is used here; the types of Node do not have it. */
declare const WebAssembly: {
  readonly Instance: new (module: WasmModule) => { readonly exports: unknown }
}

/** A compiled module; what can be done with one is WebAssembly's business. */
export type WasmModule = object

/** What build.ts exports of walk.ts. */
interface Exports extends Pick<Scanner, 'space' | 'skip' | 'project' | 'count' | 'hash'> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  same(a: number, b: number, length: number): number
}

const PAGE_BYTES = 1 << 16

/** The scanner in WebAssembly, with vectors of 16 bytes. */
export class WasmScanner implements Scanner {
  readonly space: Scanner['space']
  readonly skip: Scanner['skip']
  readonly project: Scanner['project']
  readonly count: Scanner['count']
  readonly hash: Scanner['hash']
  private readonly exports: Exports

  constructor(module: WasmModule) {
    const { exports } = new WebAssembly.Instance(module)
    this.exports = exports as Exports // the module is the one of build.ts
    const { space, skip, project, count, hash } = this.exports
    this.space = space
    this.skip = skip
    this.project = project
    this.count = count
    this.hash = hash
  }

  get buffer(): ArrayBuffer {
    return this.exports.memory.buffer
  }

  grow(bytes: number): void {
    const { memory } = this.exports
    const pages = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES)
    if (pages > 0) memory.grow(pages)
  }

  same(a: number, b: number, length: number): boolean {
    return this.exports.same(a, b, length) !== 0
  }
}
