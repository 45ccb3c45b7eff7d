import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'

let plane: ControlPlane
let server: Server
const calls: string[] = []

/** Lets pods go to node b alone, and binds them itself. */
// biome-ignore lint/suspicious/noExplicitAny: what kube-scheduler sends
async function answer(verb: string, args: any): Promise<object> {
  calls.push(verb)
  if (verb === 'filter') {
    const others = args.NodeNames.filter((name: string) => name !== 'b')
    const FailedNodes = Object.fromEntries(others.map((name: string) => [name, 'not mine']))
    return { NodeNames: ['b'], FailedNodes }
  }
  const { PodNamespace: namespace, PodName: name, PodUID: uid, Node } = args
  await plane.api.expect('POST', `/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid },
    target: { apiVersion: 'v1', kind: 'Node', name: Node },
  })
  return {}
}

beforeAll(async () => {
  plane = await ControlPlane.start()
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const verb = request.url?.slice(1) ?? ''
    response.end(JSON.stringify(await answer(verb, JSON.parse(Buffer.concat(parts).toString()))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server?.close()
  await plane?.stop()
})

it('berth schedule asks the extender of its configuration, which binds the pod', async () => {
  const { port } = server.address() as AddressInfo // it listens on a port
  const config = join(plane.folder, 'berth-schedule.json')
  const extender = {
    urlPrefix: `http://127.0.0.1:${port}`,
    filterVerb: 'filter',
    bindVerb: 'bind',
    nodeCacheCapable: true,
  }
  writeFileSync(
    config,
    JSON.stringify({
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles: [OURS],
      extenders: [extender],
    }),
  )
  for (const name of ['a', 'b']) await plane.addNode(name)
  const program = (await BerthSchedule.of(plane)).start(`--config=${config}`)
  await plane.addPod('p', { spec: OURS })
  expect(await plane.boundNode('p', 30_000), program.log()).toBe('b')
  expect(calls).toEqual(['filter', 'bind'])
})
