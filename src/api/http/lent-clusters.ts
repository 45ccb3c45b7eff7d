import type { Context, MiddlewareHandler } from 'hono'
import type { ClusterReader } from '../../use-cases/reading/cluster-reader.ts'
import type { AppEnv } from './app-env.ts'

/** Gives back what clusters a request was lent, however it ends: now, or with the last part of its answer. */
export function giveClustersBack(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    try {
      await next()
    } finally {
      c.get('clusters')?.giveBack()
    }
  }
}

/** The parts of an answer, made of lent clusters: these are given back behind the last, and where nobody reads on. */
export function ofLentClusters(
  c: Context<AppEnv>,
  parts: AsyncIterable<string>,
  onEnd: () => void = () => {},
): AsyncGenerator<string, void, void> {
  const clusters = c.get('clusters')
  c.set('clusters', undefined)
  return givingBack(clusters, parts, onEnd)
}

async function* givingBack(
  clusters: ClusterReader | undefined,
  parts: AsyncIterable<string>,
  onEnd: () => void,
): AsyncGenerator<string, void, void> {
  try {
    yield* parts
    onEnd()
  } finally {
    clusters?.giveBack()
  }
}
