import type { RateLimiter } from '../api/http/limits/rate-limiter.ts'
import type { Bindings } from './bindings.ts'

/** Name of the binding in wrangler.toml. */
const BINDING = 'RATE_LIMITER'
/** Its period there; the binding does not tell it. */
const PERIOD_SECONDS = 10

/** A rate limit binding of Cloudflare Workers, as far as it is used. */
interface RateLimitBinding {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>
}

/** Counts with Workers' own binding, by location; null where the deployment has none. */
export function workersRateLimiter(bindings: Bindings): RateLimiter | null {
  const binding = bindings[BINDING]
  if (!isRateLimit(binding)) return null
  return {
    async take(client) {
      // Another Worker of the account asks, through a service binding.
      if (client === '') return null
      const { success } = await binding.limit({ key: client })
      return success ? null : PERIOD_SECONDS
    },
  }
}

function isRateLimit(binding: unknown): binding is RateLimitBinding {
  return typeof binding === 'object' && binding !== null && 'limit' in binding
}
