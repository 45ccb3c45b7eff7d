import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Berth, PLATFORMS } from './berth.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually } from './processes.ts'

const TOLERATION = { key: 'gpu', operator: 'Exists' }
const GROUP = '/apis/admissionregistration.k8s.io/v1'

describe.each(PLATFORMS)('the real API server with the webhooks of Berth in %s', (platform) => {
  let plane: ControlPlane
  let berth: Berth

  beforeAll(async () => {
    plane = await ControlPlane.start()
    // The API server of these tests sends no credentials.
    const variables = {
      ADMISSION_SCHEDULER_NAME: 'berth',
      ADMISSION_PRIORITY_CLASS: 'usual',
      ADMISSION_TOLERATIONS: JSON.stringify([TOLERATION]),
      ADMISSION_SNAPSHOT: 'e2e',
      ADMISSION_NEVER: 'Deny',
    }
    berth = await Berth.start(platform, plane, variables, true)
    await plane.addNode('a', { cpu: '4' })
    await plane.api.expect('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'usual' },
      value: 100,
    })
    await berth.keepSnapshot()
    await register('MutatingWebhookConfiguration', 'mutate')
    await register('ValidatingWebhookConfiguration', 'validate')
    // They are called a moment after they are registered.
    const isCalled = await eventually(async () => {
      const { body } = await plane.api.send('POST', `${PODS}?dryRun=All`, podOf('probe', '1'))
      return body.spec?.schedulerName === 'berth' ? true : null
    })
    expect(isCalled).toBe(true)
  })
  afterAll(async () => {
    await berth?.stop()
    await plane?.stop()
  })

  async function register(kind: string, hook: string): Promise<void> {
    const resource = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}s`.toLowerCase()
    await plane.api.expect('POST', `${GROUP}/${resource}`, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name: 'berth' },
      webhooks: [
        {
          name: `${hook}.berth.test`,
          clientConfig: {
            url: `${berth.api.url}/webhooks/admission/${hook}`,
            caBundle: plane.certificates.caBundle,
          },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          timeoutSeconds: 30,
          rules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
            {
              apiGroups: ['apps'],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['deployments', 'daemonsets'],
            },
          ],
        },
      ],
    })
  }

  it('fills what a pod leaves open, and derives its priority anew', async () => {
    const { status, body } = await plane.api.send('POST', PODS, podOf('filled', '1'))
    expect(status).toBe(201)
    expect(body.spec).toMatchObject({
      schedulerName: 'berth',
      priorityClassName: 'usual',
      priority: 100,
      preemptionPolicy: 'PreemptLowerPriority',
    })
    expect(body.spec.tolerations).toContainEqual(TOLERATION)
  })

  it('refuses a pod that could never run, in the words of the scheduler', async () => {
    const { status, body } = await plane.api.send('POST', PODS, podOf('huge', '64'))
    expect(status).toBe(403)
    expect(body.message).toContain('validate.berth.test')
    expect(body.message).toContain('1 Insufficient cpu')
  })

  it('warns of a pod that would wait', async () => {
    const running = { ...podOf('running', '3'), spec: { ...podOf('', '3').spec, nodeName: 'a' } }
    expect(await plane.api.send('POST', PODS, running)).toMatchObject({ status: 201 })
    await berth.keepSnapshot()
    const { status, warnings } = await plane.api.send('POST', PODS, podOf('second', '3'))
    expect(status).toBe(201)
    expect(warnings.join()).toContain('would wait in the cluster')
  })

  it.each([
    ['Deployment', { replicas: 3 }],
    ['DaemonSet', {}],
  ])('refuses a %s whose pods could never run', async (kind, more) => {
    const labels = { app: 'x' }
    const template = { metadata: { labels }, spec: podOf('', '64').spec }
    const path = `/apis/apps/v1/namespaces/default/${kind.toLowerCase()}s`
    const { status, body } = await plane.api.send('POST', path, {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: 'huge' },
      spec: { ...more, selector: { matchLabels: labels }, template },
    })
    expect(status).toBe(403)
    expect(body.message).toContain('could ever take it')
  })

  it('is in nobody’s way when it is down, but by the policy of its registration', async () => {
    await berth.stop()
    const { status, body } = await plane.api.send('POST', PODS, podOf('late', '1'))
    expect(status).toBe(500)
    expect(body.message).toContain('berth.test')
  })
})

const PODS = '/api/v1/namespaces/default/pods'

function podOf(name: string, cpu: string) {
  const resources = { requests: { cpu } }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'registry.example/app:1', resources }] },
  }
}
