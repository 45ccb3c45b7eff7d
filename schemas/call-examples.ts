import calls from './examples/calls.json' with { type: 'json' }

/** One call of an operation as /docs shows it, with what the app answers; see run-calls.ts. */
export interface CallExample {
  readonly request?: object
  /** Of several lines the first; absent where success says nothing. */
  readonly response?: unknown
}

/** By operation. */
export type CallExamples = Readonly<Record<string, CallExample>>

/** Written by generate.ts, which makes the calls; a test makes them again. */
export const CALL_EXAMPLES: CallExamples = calls
