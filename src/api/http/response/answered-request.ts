/** What is told of a request when its last byte is out: sizes and times, never content. */
export interface AnsweredRequest {
  readonly method: string
  /** The path with names of its parameters in place of their values. */
  readonly route: string
  readonly status: number
  readonly requestBytes: number
  readonly responseBytes: number
  readonly ms: number
}
