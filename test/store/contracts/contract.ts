import { describe } from 'vitest'
import type { OpenBackend } from '../backends/backend.ts'
import { describeAppending } from './audit-append-contract.ts'
import { describeQueries } from './audit-query-contract.ts'
import { describeVerification } from './audit-verify-contract.ts'
import { describeRoutes } from './http-contract.ts'
import { describePort } from './port-contract.ts'
import { describePriorityClasses } from './priority-class-contract.ts'

/** The one suite that every store must pass, from the port up to the routes. */
export function describeStore(name: string, open: OpenBackend): void {
  describe(name, () => {
    describePort(open)
    describeAppending(open)
    describeQueries(open)
    describeVerification(open)
    describePriorityClasses(open)
    describeRoutes(open)
  })
}
