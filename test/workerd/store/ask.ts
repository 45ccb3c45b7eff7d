import { exports } from 'cloudflare:workers'

/** A request of an admin. */
export function send(method: string, path: string, body?: object): Promise<Response> {
  return exports.default.fetch(`http://berth.test/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer admin-0123456789abcdef', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}
