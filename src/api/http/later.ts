import type { Context, Handler, Hono, MiddlewareHandler, Next } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Loads a route's module. */
export type LoadRoute = () => Promise<Hono<AppEnv>>

/**
 * One endpoint of a route whose module is evaluated when somebody first asks for it. On an edge
 * platform every isolate starts for somebody's request, and most of them never see most routes.
 */
export function later(load: LoadRoute, method: string, path = '/'): Handler<AppEnv> {
  return async (c, next) => {
    const { routes } = await load()
    const own = routes.filter((route) => route.method === method && route.path === path)
    if (own.length === 0) throw new Error(`the module has no ${method} ${path}`)
    const handlers = own.map(({ handler }) => handler)
    return (await inTurn(c, handlers, next)) ?? c.res
  }
}

/** What Hono does with the handlers of an endpoint: each may answer, or wait for those behind it. */
async function inTurn(
  c: Context<AppEnv>,
  handlers: readonly (Handler | MiddlewareHandler)[],
  next: Next,
  index = 0,
): Promise<Response | undefined> {
  const handler = handlers[index]
  if (handler === undefined) {
    await next()
    return undefined
  }
  const answer: unknown = await handler(c, async () => {
    const behind = await inTurn(c, handlers, next, index + 1)
    if (behind !== undefined) c.res = behind
  })
  return answer instanceof Response ? answer : undefined
}
