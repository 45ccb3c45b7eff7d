import type { ProfileSet } from '../../framework/profile.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { circuitBreakerPlugin } from './circuit-breaker-plugin.ts'

/** The same profiles with the plugin behind all others. */
export function withCircuitBreaker(profiles: ProfileSet, breaker: CircuitBreaker): ProfileSet {
  const plugin = circuitBreakerPlugin(breaker)
  const { scoreWeight: weight } = breaker.rules
  return new Map(
    [...profiles].map(([name, profile]) => [
      name,
      {
        ...profile,
        preFilter: [...profile.preFilter, plugin],
        filter: [...profile.filter, plugin],
        score: weight === 0 ? profile.score : [...profile.score, { plugin, weight }],
        reserve: [...profile.reserve, plugin],
      },
    ]),
  )
}
