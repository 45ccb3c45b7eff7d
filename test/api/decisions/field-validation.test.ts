import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(path: string, request: object): Promise<Response> {
  return client.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
}

/** Of either side of a comparison. */
async function inputOf(response: Response): Promise<Record<string, unknown>> {
  const { input, a } = Answer.parse(await response.json())
  return input ?? a?.input ?? {}
}

const Input = z.record(z.string(), z.unknown())
const Answer = z.object({ input: Input.optional(), a: z.object({ input: Input }).optional() })
const node = { metadata: { name: 'a' }, status: { allocatable: { cpu: '4', pods: '110' } } }
const snapshot = { nodes: [node], pods: [] }
const misspelt = {
  metadata: { name: 'p', label: { a: 'b' } },
  spec: {
    nodeSelectors: { disk: 'ssd' },
    toleration: [],
    containers: [{ name: 'c', image: 'x', resources: { request: { cpu: '1' } } }],
  },
}
const wellSpelt = { metadata: { name: 'q' }, spec: { containers: [{ name: 'c', image: 'x' }] } }
const said = (at: string) => [
  {
    pointer: `${at}/metadata/label`,
    message: 'unknown field "metadata.label"; did you mean "labels"?',
  },
  {
    pointer: `${at}/spec/nodeSelectors`,
    message: 'unknown field "spec.nodeSelectors"; did you mean "nodeSelector"?',
  },
  {
    pointer: `${at}/spec/toleration`,
    message: 'unknown field "spec.toleration"; did you mean "tolerations"?',
  },
  {
    pointer: `${at}/spec/containers/0/resources/request`,
    message: 'unknown field "spec.containers[0].resources.request"; did you mean "requests"?',
  },
]
const deployment = (template: object, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { matchLabels: { a: 'b' } }, template, ...spec },
})

const REQUESTS = [
  { path: '/v1/decisions', request: { pods: [misspelt] }, at: '/pods/0' },
  { path: '/v1/decisions', request: { pod: misspelt }, at: '/pod' },
  {
    path: '/v1/decisions',
    request: { manifests: [{ kind: 'List', items: [{ kind: 'Pod', ...misspelt }] }] },
    at: '/manifests/0/items/0',
  },
  { path: '/v1/comparisons', request: { pods: [misspelt], a: {}, b: {} }, at: '/pods/0' },
  { path: '/v1/explanations', request: { pod: misspelt }, at: '/pod' },
  { path: '/v1/capacity', request: { mix: [{ pod: misspelt }] }, at: '/mix/0/pod' },
]

describe('options.validate', () => {
  it.each(REQUESTS)('strict refuses misspelt fields: $path $at', async ({ path, request, at }) => {
    const response = await post(path, { snapshot, ...request, options: { validate: 'strict' } })
    const problem = await readProblem(response)
    expect(problem).toMatchObject({ status: 422, code: 'unknown-field' })
    expect(problem.errors).toEqual(said(at).map((one) => ({ ...one, code: 'unknown-field' })))
  })

  it.each(REQUESTS)('warn tells of them and answers: $path $at', async ({ path, request, at }) => {
    const response = await post(path, { snapshot, ...request, options: { validate: 'warn' } })
    expect(response.status).toBe(200)
    expect((await inputOf(response))['warnings']).toEqual(said(at))
  })

  it('is not asked for unless told to', async () => {
    const response = await post('/v1/decisions', { snapshot, pod: misspelt })
    expect(response.status).toBe(200)
    expect(await inputOf(response)).not.toHaveProperty('warnings')
  })

  it('warns of nothing where nothing is misspelt', async () => {
    const options = { validate: 'warn' }
    const response = await post('/v1/decisions', { snapshot, pod: wellSpelt, options })
    expect((await inputOf(response))['warnings']).toEqual([])
  })

  it.each([
    {
      what: 'a field at the wrong level',
      object: deployment({ ...wellSpelt, nodeSelector: {} }),
      message:
        'unknown field "spec.template.nodeSelector"; a field of this name is at "spec.template.spec.nodeSelector"',
    },
    {
      what: 'a field of no kind',
      object: deployment(wellSpelt, { hasOwnProperty: 1 }),
      message: 'unknown field "spec.hasOwnProperty"',
    },
    {
      what: 'a member that Object.prototype has',
      object: JSON.parse('{"kind":"Service","metadata":{"name":"s"},"__proto__":{"a":1}}'),
      message: 'unknown field "__proto__"',
    },
    {
      what: 'a wrong type',
      object: deployment(wellSpelt, { replicas: '3' }),
      message:
        'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    },
    {
      what: 'a claim template',
      object: {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'db' },
        spec: { template: wellSpelt, volumeClaimTemplates: [{ spec: { resource: {} } }] },
      },
      message:
        'unknown field "spec.volumeClaimTemplates[0].spec.resource"; did you mean "resources"?',
    },
    {
      what: 'more parts than are looked at',
      object: deployment({
        metadata: {
          labels: Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [index, 'x'])),
        },
      }),
      message: 'the object has more than 5000 parts',
    },
  ])('strict tells of $what', async ({ object, message }) => {
    const request = { snapshot, manifests: [object], options: { validate: 'strict' } }
    const { errors } = await readProblem(await post('/v1/decisions', request))
    expect(errors?.map((one) => one.message)).toContain(message)
  })

  it('refuses values of the wrong type where it only warns, too', async () => {
    const manifests = [deployment(wellSpelt, { paused: 'no' })]
    const request = { snapshot, manifests, options: { validate: 'warn' } }
    const problem = await readProblem(await post('/v1/decisions', request))
    expect(problem).toMatchObject({ status: 422, code: 'not-a-request' })
  })

  it.each([
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name: 'r' },
      spec: { x: 1 },
    },
    {
      apiVersion: 'apps/v1beta1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { x: 1, template: {} },
    },
  ])('says nothing of versions that it does not know: $apiVersion', async (object) => {
    const request = { snapshot, manifests: [object], options: { validate: 'strict' } }
    expect((await post('/v1/decisions', request)).status).toBe(200)
  })

  it('tells of at most fifty', async () => {
    const pods = Array.from({ length: 100 }, (_, index) => ({
      metadata: { name: `p${index}` },
      spec: { ...wellSpelt.spec, nope: 1 },
    }))
    const strict = await post('/v1/decisions', { snapshot, pods, options: { validate: 'strict' } })
    expect((await readProblem(strict)).errors).toHaveLength(50)
    const warn = await post('/v1/decisions', { snapshot, pods, options: { validate: 'warn' } })
    expect((await inputOf(warn))['warnings']).toHaveLength(50)
  })
})
