import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually } from './processes.ts'
import { addClaim, addStorageClass, addVolume, claimVolume, provision } from './storage.ts'

const NODES = ['a', 'b']

describe('berth schedule, where pods have volumes', () => {
  let plane: ControlPlane
  let berth: BerthSchedule

  beforeAll(async () => {
    plane = await ControlPlane.start()
    await plane.startControllers(['persistentvolume-binder-controller'])
    berth = await BerthSchedule.of(plane)
    for (const name of NODES) await plane.addNode(name)
  })
  afterAll(() => plane?.stop())

  const addPod = (name: string, claim: string) =>
    plane.addPod(name, { cpu: '10m', spec: { ...OURS, volumes: [claimVolume(claim)] } })
  const getClaim = (name: string) =>
    plane.api.expect('GET', `/api/v1/namespaces/default/persistentvolumeclaims/${name}`)

  it('binds the volumes that are there, each once, and the pods where they are', async () => {
    await addStorageClass(plane, 'local', 'kubernetes.io/no-provisioner')
    for (const node of NODES) await addVolume(plane, `local-${node}`, { className: 'local', node })
    const isThere = await eventually(async () => {
      const { items } = await plane.api.expect('GET', '/api/v1/persistentvolumes')
      // biome-ignore lint/suspicious/noExplicitAny: volumes as the API server gives them
      return items.every((one: any) => one.status.phase === 'Available') ? true : null
    })
    expect(isThere).toBe(true)
    const program = berth.start()
    const names = ['one', 'two', 'three']
    for (const name of names) await addClaim(plane, name, 'local')
    await Promise.all(names.map((name) => addPod(`with-${name}`, name)))
    const left = await eventually(async () => {
      const pods = await Promise.all(names.map((name) => plane.boundNode(`with-${name}`, 0)))
      return pods.filter((node) => node === null).length === 1 ? pods : null
    })
    expect([...(left ?? [])].sort()).toEqual(['a', 'b', null])
    for (const [index, name] of names.entries()) {
      const { spec } = await getClaim(name)
      expect(spec.volumeName).toBe(left?.[index] ? `local-${left[index]}` : undefined)
    }
    const waiting = names[left?.indexOf(null) ?? 0]
    const pod = await plane.podOnce(`with-${waiting}`, ({ status }) =>
      Boolean(status.conditions?.[0]?.message),
    )
    expect(pod.status.conditions[0].message).toContain(
      "2 node(s) didn't find available persistent volumes to bind",
    )
    await program.stop()
  })

  it('tells the provisioner the node, waits for the volume, and goes elsewhere when there is none', async () => {
    await addStorageClass(plane, 'made', 'example.com/made')
    const stop = new AbortController()
    const program = berth.start()
    await addClaim(plane, 'wanted', 'made')
    await addPod('with-wanted', 'wanted')
    const nominated = await plane.podOnce('with-wanted', ({ status }) => status.nominatedNodeName)
    expect(NODES).toContain(nominated.status.nominatedNodeName)
    expect(nominated.spec.nodeName).toBeUndefined()
    const provisioning = provision(plane, 'made', stop.signal, 1)
    const node = await plane.boundNode('with-wanted')
    expect(program.log()).toContain('provisioning failed for PVC "default/wanted"')
    const { metadata, spec } = await getClaim('wanted')
    expect(metadata.annotations['volume.kubernetes.io/selected-node']).toBe(node)
    expect(spec.volumeName).toBe(`made-${metadata.uid}`)
    stop.abort()
    await provisioning
    await program.stop()
  })

  it('leaves a pod that waits for its volume to the next process', async () => {
    const first = berth.start()
    await addClaim(plane, 'late', 'made')
    await addPod('with-late', 'late')
    const nominated = await plane.podOnce('with-late', ({ status }) => status.nominatedNodeName)
    const stoppedAt = Date.now()
    await first.stop()
    expect(Date.now() - stoppedAt).toBeLessThan(5000)
    const second = berth.start()
    const stop = new AbortController()
    const provisioning = provision(plane, 'made', stop.signal)
    expect(await plane.boundNode('with-late')).toBe(nominated.status.nominatedNodeName)
    stop.abort()
    await provisioning
    await second.stop()
  })

  it('forgets a pod that is deleted while it waits', async () => {
    const program = berth.start()
    await addClaim(plane, 'given-up', 'made')
    await addPod('deleted', 'given-up')
    await plane.podOnce('deleted', ({ status }) => status.nominatedNodeName)
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/deleted')
    await plane.addPod('after', { spec: OURS })
    expect(await plane.boundNode('after')).not.toBeNull()
    expect(program.isRunning).toBe(true)
    await program.stop()
  })
})
