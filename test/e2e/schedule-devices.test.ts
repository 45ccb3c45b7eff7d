import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually, type Program } from './processes.ts'

const API = '/apis/resource.k8s.io/v1'
const CLAIMS = `${API}/namespaces/default/resourceclaims`
const DRIVER = 'gpu.example.com'
const NODES = ['a', 'b']
const REQUESTS = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }]

describe('berth schedule, where pods ask for devices', () => {
  let plane: ControlPlane
  let program: Program

  const post = (path: string, kind: string, name: string, spec: object) =>
    plane.api.expect('POST', path, {
      apiVersion: 'resource.k8s.io/v1',
      kind,
      metadata: { name },
      spec,
    })
  const addClaim = (name: string) =>
    post(CLAIMS, 'ResourceClaim', name, { devices: { requests: REQUESTS } })
  const getClaim = (name: string) => plane.api.expect('GET', `${CLAIMS}/${name}`)
  const addPod = (name: string, reference: object, spec: object = {}) =>
    plane.addPod(name, {
      cpu: '10m',
      spec: { ...OURS, resourceClaims: [{ name: 'device', ...reference }], ...spec },
    })

  beforeAll(async () => {
    plane = await ControlPlane.start()
    await plane.startControllers(['resourceclaim-controller'])
    const berth = await BerthSchedule.of(plane)
    await post(`${API}/deviceclasses`, 'DeviceClass', 'gpu', {
      selectors: [{ cel: { expression: `device.driver == "${DRIVER}"` } }],
    })
    for (const name of NODES) {
      await plane.addNode(name)
      await post(`${API}/resourceslices`, 'ResourceSlice', `slice-${name}`, {
        driver: DRIVER,
        nodeName: name,
        pool: { name, generation: 1, resourceSliceCount: 1 },
        devices: [{ name: 'gpu-0' }, { name: 'gpu-1' }],
      })
    }
    program = berth.start()
    await eventually(() => (program.log().includes('schedules the pods') ? true : null), 30_000)
  })
  afterAll(() => plane?.stop())

  it('gives each claim devices of its own, and reserves it for its pod', async () => {
    const names = ['one', 'two', 'three', 'four', 'five']
    for (const name of names) await addClaim(name)
    await Promise.all(names.map((name) => addPod(`with-${name}`, { resourceClaimName: name })))
    const nodes = await Promise.all(names.map((name) => plane.boundNode(`with-${name}`, 5000)))
    expect(nodes.filter((node) => node !== null)).toHaveLength(4)
    const devices: string[] = []
    for (const [index, name] of names.entries()) {
      const { status, metadata } = await getClaim(name)
      if (nodes[index] === null) {
        expect(status?.allocation).toBeUndefined()
        continue
      }
      const [{ pool, device }] = status.allocation.devices.results
      expect(pool).toBe(nodes[index])
      expect(status.reservedFor).toMatchObject([{ resource: 'pods', name: `with-${name}` }])
      expect(status.allocation.allocationTimestamp).toBeDefined()
      expect(metadata.finalizers).toContain('resource.kubernetes.io/delete-protection')
      devices.push(`${pool}/${device}`)
    }
    expect(new Set(devices).size).toBe(4)

    // One that ends gives its device to the one that waits.
    const [ended] = names.filter((_, index) => nodes[index] !== null)
    const [waits] = names.filter((_, index) => nodes[index] === null)
    await plane.api.expect('DELETE', `/api/v1/namespaces/default/pods/with-${ended}`)
    expect(await plane.boundNode(`with-${waits}`)).not.toBeNull()
    for (const name of names) {
      await plane.api.send('DELETE', `/api/v1/namespaces/default/pods/with-${name}`)
      await plane.api.expect('DELETE', `${CLAIMS}/${name}`)
    }
  })

  it('waits for a claim that is made of a template, and shares one among pods', async () => {
    await post(
      `${API}/namespaces/default/resourceclaimtemplates`,
      'ResourceClaimTemplate',
      'each',
      {
        spec: { devices: { requests: REQUESTS } },
      },
    )
    await addPod('of-template', { resourceClaimTemplateName: 'each' })
    expect(await plane.boundNode('of-template')).not.toBeNull()
    await addClaim('shared')
    await Promise.all(['x', 'y'].map((name) => addPod(name, { resourceClaimName: 'shared' })))
    const [x, y] = await Promise.all(['x', 'y'].map((name) => plane.boundNode(name)))
    expect(x).not.toBeNull()
    expect(y).toBe(x)
    const { status } = await getClaim('shared')
    expect(status.reservedFor).toHaveLength(2)
  })

  it('frees a claim whose devices are where its pod cannot be', async () => {
    await plane.addNode('c', { labels: { test: 'elsewhere' } })
    await post(`${API}/resourceslices`, 'ResourceSlice', 'slice-c', {
      driver: DRIVER,
      nodeName: 'c',
      pool: { name: 'c', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0' }],
    })
    await addClaim('elsewhere')
    await addPod(
      'first',
      { resourceClaimName: 'elsewhere' },
      { nodeSelector: { 'kubernetes.io/hostname': 'a' } },
    )
    expect(await plane.boundNode('first')).toBe('a')
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/first')
    await plane.api.expect(
      'PATCH',
      `${CLAIMS}/elsewhere/status`,
      { status: { reservedFor: null } },
      { contentType: 'application/merge-patch+json' },
    )
    await addPod(
      'second',
      { resourceClaimName: 'elsewhere' },
      { nodeSelector: { test: 'elsewhere' } },
    )
    expect(await plane.boundNode('second')).toBe('c')
    const { status } = await getClaim('elsewhere')
    expect(status.allocation.devices.results[0].pool).toBe('c')
  })

  it('makes a claim for an extended resource that a device class serves, and frees it with the pod', async () => {
    const driver = 'card.example.com'
    await post(`${API}/deviceclasses`, 'DeviceClass', 'card', {
      selectors: [{ cel: { expression: `device.driver == "${driver}"` } }],
      extendedResourceName: 'example.com/card',
    })
    await post(`${API}/resourceslices`, 'ResourceSlice', 'slice-card', {
      driver,
      nodeName: 'a',
      pool: { name: 'cards', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'card-0' }],
    })
    const amounts = { cpu: '10m', 'example.com/card': '1' }
    const containers = [
      { name: 'main', image: 'app', resources: { requests: amounts, limits: amounts } },
    ]
    const addUser = (name: string) => plane.addPod(name, { spec: { ...OURS, containers } })
    const pod = (name: string) => `/api/v1/namespaces/default/pods/${name}`
    await addUser('user-1')
    expect(await plane.boundNode('user-1')).toBe('a')
    const { status } = await plane.api.expect('GET', pod('user-1'))
    const { resourceClaimName, requestMappings } = status.extendedResourceClaimStatus
    expect(requestMappings).toEqual([
      {
        containerName: 'main',
        resourceName: 'example.com/card',
        requestName: 'container-0-request-1',
      },
    ])
    const claim = await getClaim(resourceClaimName)
    expect(claim).toMatchObject({
      metadata: { ownerReferences: [{ kind: 'Pod', name: 'user-1', controller: true }] },
      spec: { devices: { requests: [{ exactly: { deviceClassName: 'card', count: 1 } }] } },
      status: {
        allocation: { devices: { results: [{ driver, pool: 'cards', device: 'card-0' }] } },
        reservedFor: [{ resource: 'pods', name: 'user-1' }],
      },
    })

    // There is but one of them; the next pod gets it once the first and its claim are gone.
    await addUser('user-2')
    expect(await plane.boundNode('user-2', 2000)).toBeNull()
    await plane.api.expect('DELETE', pod('user-1'))
    await eventually(async () => {
      const { status: found } = await plane.api.send('GET', `${CLAIMS}/${resourceClaimName}`)
      return found === 404 ? true : null
    }, 20_000)
    expect(await plane.boundNode('user-2', 30_000)).toBe('a')
    await program.stop()
  })
})
