import { createServer, type Server } from 'node:http'
import { err, ok, type Result } from '../result.ts'

/** What is told of a process, by path. */
export interface StatusPages {
  readonly isReady: () => boolean
  readonly isHealthy: () => boolean
  readonly metrics: () => string
}

/** GET /healthz, /readyz and /metrics, for the kubelet and Prometheus; or why it cannot listen, as where the port is taken. */
export function serveStatus(
  { host, port }: { readonly host: string; readonly port: number },
  { isReady, isHealthy, metrics }: StatusPages,
): Promise<Result<Server, string>> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    const tell = (isFine: boolean, text: string) => {
      response.writeHead(isFine ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(text)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405).end()
    if (path === '/healthz') return tell(isHealthy(), isHealthy() ? 'ok' : 'stuck')
    if (path === '/readyz') return tell(isReady(), isReady() ? 'ok' : 'the cluster is not read yet')
    if (path === '/metrics') return tell(true, metrics())
    response.writeHead(404).end()
  })
  return new Promise((resolve) => {
    server.once('error', ({ message }) => resolve(err(message)))
    server.listen(port, host, () => resolve(ok(server)))
  })
}
