import { Hono } from 'hono'
import { type DeliveryState, NO_DELIVERIES } from '../../webhooks/outgoing/delivery-state.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayReadDeliveries } from '../http/authorize.ts'
import { respondJson } from '../http/response/respond.ts'

/** GET /v1/webhook-deliveries: what became of what the outgoing webhook told. */
export const webhookDeliveries = new Hono<AppEnv>().get('/', mayReadDeliveries(), (c) => {
  const { deliveries } = c.get('platform')
  const state: DeliveryState = deliveries?.state() ?? NO_DELIVERIES
  return respondJson(c, state)
})
