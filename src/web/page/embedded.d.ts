/** The worker's script, bundled by src/web/build. */
declare module 'berth:engine' {
  export const text: string
}

/** The sample cluster: gzip in base64. */
declare module 'berth:sample' {
  export const text: string
}
