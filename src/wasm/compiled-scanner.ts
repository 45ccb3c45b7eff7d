import { SCANNER_BASE64 } from './scanner-text.ts'
import { type WasmModule, WasmScanner } from './wasm-scanner.ts'

/** The types of Node do not have it. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => WasmModule }

let module: WasmModule | null = null

/** Where a program may compile bytes: everywhere but on Workers, which hand over a module. */
export function makeWasmScanner(): WasmScanner {
  module ??= new WebAssembly.Module(
    Uint8Array.from(atob(SCANNER_BASE64), (letter) => letter.charCodeAt(0)),
  )
  return new WasmScanner(module)
}
