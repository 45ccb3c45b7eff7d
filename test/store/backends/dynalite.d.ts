declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** The part of dynalite's options that the tests use. */
  interface Options {
    readonly createTableMs?: number
  }
  const dynalite: (options?: Options) => Server
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default dynalite
}
