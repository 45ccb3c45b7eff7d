/** A request on a cluster: pods of low priority in these namespaces fill the one node, and a pod wants it. */
export function preemptionOf(
  cluster: string,
  name: string,
  namespaces: readonly string[],
  options: object = {},
): object {
  const cpu = String(namespaces.length)
  const allocatable = { cpu, memory: '1Gi', pods: '110' }
  const containersOf = (requested: string) => [
    { name: 'c', resources: { requests: { cpu: requested } } },
  ]
  const pods = namespaces.map((namespace) => ({
    metadata: { name: 'low', namespace },
    spec: { containers: containersOf('1'), priority: 1, nodeName: 'a' },
  }))
  return {
    cluster,
    snapshot: { nodes: [{ metadata: { name: 'a' }, status: { allocatable } }], pods },
    pod: {
      metadata: { name, namespace: 'shop' },
      spec: { containers: containersOf(cpu), priority: 9 },
    },
    options,
  }
}
