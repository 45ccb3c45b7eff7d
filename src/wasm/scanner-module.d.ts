/** What bundlers make of a .wasm file: a compiled module. */
declare module '*.wasm' {
  const module: object
  // biome-ignore lint/style/noDefaultExport: a module of the runtime has nothing else
  export default module
}
