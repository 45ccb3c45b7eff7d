/** Where Berth does not follow the server: a bound of its own, told with its place. */
export interface Beyond {
  readonly field: string
  readonly code: 'too-many' | 'invalid-quantity'
  readonly message: string
}
