import { exports } from 'cloudflare:workers'

/** A request of an admin. */
export function send(method: string, path: string, body?: object): Promise<Response> {
  return exports.default.fetch(`http://berth.test/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer admin-0123456789abcdef', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** One node that pods of low priority in these namespaces fill, and a pod that wants it. */
export function preemptionOf(
  cluster: string,
  index: number,
  namespaces: readonly string[] = ['shop'],
): object {
  const cpu = String(namespaces.length)
  const allocatable = { cpu, memory: '1Gi', pods: '110' }
  const pod = (name: string, namespace: string, requested: string, spec: object) => ({
    metadata: { name, namespace },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: requested } } }], ...spec },
  })
  const low = namespaces.map((namespace) =>
    pod('low', namespace, '1', { priority: 1, nodeName: 'a' }),
  )
  return {
    cluster,
    snapshot: { nodes: [{ metadata: { name: 'a' }, status: { allocatable } }], pods: low },
    pod: pod(`high-${index}`, 'shop', cpu, { priority: 9 }),
  }
}
