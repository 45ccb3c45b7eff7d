import * as z from 'zod'
import { EVENT_TYPES } from '../../src/webhooks/outgoing/settings.ts'
import { COMMON_PROBLEMS, type Operation } from '../operation.ts'

const count = z.int().min(0)

/** GET /v1/webhook-deliveries. */
export const WebhookDeliveries = z
  .strictObject({
    receiver: z.string().nullable().meta({
      description: 'Without path and query; null: there is none.',
    }),
    isGone: z.boolean().meta({ description: 'It answered 410: nothing more is sent to it.' }),
    pending: count,
    delivered: count,
    dead: count,
    deadLetters: z
      .array(
        z.strictObject({
          id: z.string(),
          type: z.enum(EVENT_TYPES),
          time: z.iso.datetime(),
          attempts: count,
          reason: z.string(),
          body: z.string().meta({ description: 'As it was sent.' }),
        }),
      )
      .meta({ description: 'The newest of those given up.' }),
  })
  .meta({ id: 'WebhookDeliveries' })
export type WebhookDeliveries = z.output<typeof WebhookDeliveries>

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    id: 'webhookDeliveries',
    method: 'get',
    path: '/v1/webhook-deliveries',
    summary: 'What became of what the outgoing webhook told, and what was given up.',
    answers: [{ status: 200, means: 'Counts and dead letters.', body: WebhookDeliveries }],
    problems: [...COMMON_PROBLEMS, 'unauthenticated', 'forbidden'],
    token: 'configured',
  },
]
