import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ControlPlane } from './control-plane.ts'

describe('the control plane of the end-to-end tests', () => {
  let plane: ControlPlane

  beforeAll(async () => {
    plane = await ControlPlane.start()
  })
  afterAll(() => plane?.stop())

  it('has a real scheduler that binds a pod to a node', async () => {
    await plane.addNode('a')
    const scheduler = await plane.startScheduler()
    expect(await plane.addPod('first')).toMatchObject({ status: 201 })
    expect(await plane.boundNode('first')).toBe('a')
    await scheduler.stop()
    expect(scheduler.isRunning).toBe(false)
  })

  it('asks its authorizer what a token may do', async () => {
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
    const review = (user: string) =>
      plane.api.expect('POST', path, {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user, resourceAttributes: { verb: 'create', resource: 'pods', namespace: 'x' } },
      })
    expect((await review('nobody')).status.allowed).toBe(false)
    expect((await review('system:kube-scheduler')).status.allowed).toBe(false)
  })
})
