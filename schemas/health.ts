import * as z from 'zod'

/** GET /healthz. */
export const Health = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' })

/** GET /readyz. */
export const Readiness = z
  .strictObject({
    status: z.literal('ok'),
    store: z.enum(['memory', 'dynamodb']).nullable().meta({
      description: 'The kind of the store, which answered; null: this deployment keeps nothing.',
    }),
  })
  .meta({ id: 'Readiness' })
