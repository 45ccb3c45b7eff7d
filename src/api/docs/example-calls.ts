/** One call of an operation, as somebody would make it with curl. A test makes them, in this order. */
export interface ExampleCall {
  /** With its parameters filled in; `{id}` stands for a record that the list named, or the batch before. */
  readonly path: string
  readonly body?: object
}

const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a' },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
}

function pod(name: string, spec: object = {}): object {
  const container = { name: 'app', image: 'app', resources: { requests: { cpu: '3' } } }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name, uid: `uid-of-${name}` },
    spec: { containers: [container], ...spec },
  }
}

const SNAPSHOT = { nodes: [NODE], pods: [pod('batch-0', { nodeName: 'a', priority: 0 })] }
const REVIEW = {
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    namespace: 'default',
    operation: 'CREATE',
    object: pod('web-0'),
  },
}
const CLASSES = '/v1/clusters/prod/priorityclasses'
const LOG = '/v1/clusters/prod/preemptions'

/** By operation. */
export const CALLS: ReadonlyMap<string, ExampleCall> = new Map<string, ExampleCall>([
  ['compare', { path: '/v1/comparisons', body: compareBody() }],
  ['explain', { path: '/v1/explanations', body: { snapshot: SNAPSHOT, pod: pod('web-0') } }],
  [
    'capacity',
    {
      path: '/v1/capacity',
      body: { snapshot: { nodes: [NODE], pods: [] }, mix: [{ pod: pod('web-0') }] },
    },
  ],
  [
    'startBatch',
    {
      path: '/v1/batches',
      body: { snapshot: SNAPSHOT, items: [{ id: 'web', request: { pod: pod('web-0') } }] },
    },
  ],
  ['getBatch', { path: '/v1/batches/{id}' }],
  ['getBatchResults', { path: '/v1/batches/{id}/results' }],
  ['deleteBatch', { path: '/v1/batches/{id}' }],
  ['putSnapshot', { path: '/v1/snapshots/prod', body: SNAPSHOT }],
  ['getSnapshot', { path: '/v1/snapshots/prod' }],
  ['followSnapshot', { path: '/v1/snapshots/prod/events' }],
  ['getSnapshotObjects', { path: '/v1/snapshots/prod/objects' }],
  [
    'patchSnapshot',
    {
      path: '/v1/snapshots/prod',
      body: { put: { nodes: [{ ...NODE, metadata: { name: 'b' } }] } },
    },
  ],
  [
    'extenderFilter',
    { path: '/webhooks/extender/filter', body: { Pod: pod('web-0'), NodeNames: ['a', 'b'] } },
  ],
  [
    'extenderPrioritize',
    { path: '/webhooks/extender/prioritize', body: { Pod: pod('web-0'), NodeNames: ['a', 'b'] } },
  ],
  [
    'extenderPreempt',
    {
      path: '/webhooks/extender/preempt',
      body: {
        Pod: pod('web-0', { priority: 10 }),
        NodeNameToMetaVictims: { a: { Pods: [{ UID: 'uid-of-batch-0' }], NumPDBViolations: 0 } },
      },
    },
  ],
  [
    'extenderBind',
    {
      path: '/webhooks/extender/bind',
      body: { PodName: 'web-0', PodNamespace: 'default', PodUID: 'uid-of-web-0', Node: 'b' },
    },
  ],
  ['mutateNewObject', { path: '/webhooks/admission/mutate', body: REVIEW }],
  ['validateNewObject', { path: '/webhooks/admission/validate', body: REVIEW }],
  ['deleteSnapshot', { path: '/v1/snapshots/prod' }],
  [
    'putPriorityClass',
    { path: `${CLASSES}/web`, body: { value: 1000, description: 'What people see' } },
  ],
  ['getPriorityClass', { path: `${CLASSES}/web` }],
  ['listPriorityClasses', { path: CLASSES }],
  ['deletePriorityClass', { path: `${CLASSES}/web` }],
  ['listPreemptions', { path: `${LOG}?preemptor=default/web-0` }],
  ['getPreemption', { path: `${LOG}/{id}` }],
  ['reportOutcome', { path: `${LOG}/{id}/outcome`, body: { outcome: 'executed' } }],
  ['verifyPreemptions', { path: `${LOG}/verify` }],
  ['getCheckpoint', { path: `${LOG}/checkpoint` }],
  ['proveConsistency', { path: `${LOG}/consistency?from=1` }],
  ['exportPreemptions', { path: `${LOG}/export` }],
  ['provePreemption', { path: `${LOG}/{id}/proof` }],
])

/** An operation without a body and without parameters is its own example. */
export function exampleCallOf(operation: {
  readonly id: string
  readonly method: string
  readonly path: string
}): ExampleCall | null {
  const { id, method, path } = operation
  const isSimple = method === 'get' && !path.includes('{')
  return CALLS.get(id) ?? (isSimple ? { path } : null)
}

function compareBody(): object {
  return {
    snapshot: SNAPSHOT,
    pods: [pod('web-0', { priority: 10 })],
    a: { profile: 'kubernetes-1.36' },
    b: { profile: 'kubernetes-1.37' },
  }
}
