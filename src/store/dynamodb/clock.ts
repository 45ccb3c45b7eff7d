import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Runtime } from '../runtime.ts'

/** The Date of an answer has whole seconds; less than this says nothing of a clock. */
const RESOLUTION_MS = 1000

/**
 * Learns the store's time from the Date of its answers, so that the machine with the wrong clock is
 * known before it dates a record. Stores that send no Date leave it at null.
 */
export function watchClock(client: DynamoDBClient, runtime: Runtime): () => number | null {
  let leadMs: number | null = null
  client.middlewareStack.add(
    (next) => async (request) => {
      const answered = await next(request)
      const sentMs = Date.parse(dateOf(answered.response))
      if (!Number.isNaN(sentMs)) {
        const ahead = sentMs + RESOLUTION_MS / 2 - runtime.now().getTime()
        leadMs = Math.abs(ahead) < RESOLUTION_MS ? 0 : ahead
      }
      return answered
    },
    { step: 'deserialize', name: 'watchClock', priority: 'low' },
  )
  return () => leadMs
}

/** The SDK types what came over the wire as unknown. */
function dateOf(response: unknown): string {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return ''
  const { headers } = response
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return ''
  return typeof headers.date === 'string' ? headers.date : ''
}
