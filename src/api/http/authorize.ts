import type { Context, MiddlewareHandler } from 'hono'
import type { Authenticator } from '../../auth/authenticator.ts'
import { ANONYMOUS, type Caller, mayActAs, type Role } from '../../auth/caller.ts'
import type { AppEnv } from './app-env.ts'
import type { Fault } from './fault.ts'
import { problem } from './problem.ts'

const REALM = 'Bearer realm="berth"'

/** Lets callers decide: those with the role, or everybody where decisions are open. */
export function mayDecide(): MiddlewareHandler<AppEnv> {
  return openOr(({ isOpen }) => isOpen, ['decide'])
}

/** Lets callers read what is known of kept snapshots, and decide on them. */
export function mayReadSnapshots(): MiddlewareHandler<AppEnv> {
  return openOr(({ isOpen }) => isOpen, ['decide', 'snapshot:write'])
}

/** Lets callers with the role keep snapshots, or everybody where that is meant. */
export function mayKeepSnapshots(): MiddlewareHandler<AppEnv> {
  return openOr(({ isOpenToWrite }) => isOpenToWrite, ['snapshot:write'])
}

/** Lets callers with the role bind pods in a cluster, or everybody where that is meant. */
export function mayBind(): MiddlewareHandler<AppEnv> {
  return openOr(({ isOpenToWrite }) => isOpenToWrite, ['bind'])
}

/** Lets callers with every right see what the outgoing webhook sent of everybody's requests. */
export function mayReadDeliveries(): MiddlewareHandler<AppEnv> {
  return openOr(({ isOpenToWrite }) => isOpenToWrite, ['admin'])
}

function openOr(
  isOpen: (auth: Authenticator) => boolean,
  roles: readonly Role[],
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { auth } = c.get('platform')
    if (isOpen(auth)) {
      c.set('caller', ANONYMOUS)
      return next()
    }
    const fault = auth.isConfigured ? await admit(c, roles) : CLOSED
    return fault === null ? next() : problem(c, fault)
  }
}

/** Lets callers with one of the roles use the store; without a store nobody is even asked. */
export function mayUseStore(...roles: readonly Role[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { auth, store } = c.get('platform')
    if (store === null) return problem(c, NO_STORE)
    const fault = auth.isConfigured ? await admit(c, roles) : CLOSED
    return fault === null ? next() : problem(c, fault)
  }
}

/** No store is configured, and the request needs one. */
export const NO_STORE: Fault = {
  code: 'store-not-configured',
  detail: 'BERTH_TABLE names a DynamoDB table; BERTH_STORE=memory keeps things until the end',
}

const CLOSED: Fault = {
  code: 'forbidden',
  detail: 'This deployment knows no callers: set BERTH_TOKENS or BERTH_JWKS_URL',
}

/** Finds out who calls and leaves that in the context; or says why the request goes no further. */
async function admit(c: Context<AppEnv>, roles: readonly Role[]): Promise<Fault | null> {
  const identity = await c.get('platform').auth.identify(c.req.header('authorization'))
  if (identity.kind === 'none') {
    return unauthenticated('The request has no Authorization header', REALM)
  }
  if (identity.kind === 'invalid') {
    const { reason } = identity
    return unauthenticated(reason, `${REALM}, error="invalid_token", error_description="${reason}"`)
  }
  const { caller } = identity
  if (!roles.some((role) => mayActAs(caller, role))) return lacking(caller, roles)
  c.set('caller', caller)
  return null
}

function unauthenticated(detail: string, challenge: string): Fault {
  return { code: 'unauthenticated', detail, headers: { 'WWW-Authenticate': challenge } }
}

function lacking({ name }: Caller, roles: readonly Role[]): Fault {
  const wanted = roles.join(' or ')
  const challenge = `${REALM}, error="insufficient_scope", scope="${roles.join(' ')}"`
  const detail = `${name} has not the role ${wanted}`
  return { code: 'forbidden', detail, headers: { 'WWW-Authenticate': challenge } }
}
