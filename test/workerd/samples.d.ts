import type { ModernResult } from '../conformance/compare-modern.ts'

declare module 'vitest' {
  /** What vitest.config.ts hands to the tests, which cannot read files. */
  interface ProvidedContext {
    /** As test/conformance/sample.ts makes them. */
    samples: { name: string; request: object; results: readonly ModernResult[] }[]
  }
}
