import { describe, expect, it } from 'vitest'
import { LifecycleResponse } from '../../../schemas/around/lifecycle-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(request: object): Promise<Response> {
  return client.request('/v1/lifecycle', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
}

async function ask(request: object): Promise<LifecycleResponse> {
  const response = await post(request)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const parsed = LifecycleResponse.parse(answer)
  expect(parsed).toEqual(answer)
  return parsed
}

/** Lines such as `10 app started`, in order; only of the kinds asked for. */
function lines({ timeline }: LifecycleResponse, ...kinds: string[]): string[] {
  return timeline
    .filter(({ what }) => kinds.length === 0 || kinds.includes(what))
    .map(({ at, container, what }) => `${at} ${container ?? 'pod'} ${what}`)
}

function phases(answer: LifecycleResponse): string[] {
  return answer.phases.map(({ at, phase }) => `${at} ${phase}`)
}

const makePod = (spec: object, status?: object) => ({
  metadata: { namespace: 'd', name: 'p', uid: 'u' },
  spec: { containers: [{ name: 'app' }], ...spec },
  ...(status && { status }),
})

const sidecar = (name: string, more = {}) => ({ name, restartPolicy: 'Always', ...more })

describe('a container that keeps failing', () => {
  const starts = (answer: LifecycleResponse) =>
    answer.timeline.filter(({ what }) => what === 'started').map(({ at }) => at)

  it('is restarted at once, then after 10 s, doubled each time up to 5 min', async () => {
    const containers = { app: { runs: [{ seconds: 1, exitCode: 1 }] } }
    const answer = await ask({ pod: makePod({}), containers, until: 1500 })
    const waits = starts(answer).map((at, index, all) => at - (all[index - 1] ?? 0) - 1)
    expect(waits.slice(1)).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300])
    expect(answer.containers[0]).toMatchObject({ reason: 'CrashLoopBackOff', backOffSeconds: 300 })
  })

  it('waits as long as the kubelet is configured to, at most', async () => {
    const containers = { app: { runs: [{ seconds: 0, exitCode: 1 }] } }
    const answer = await ask({
      pod: makePod({}),
      containers,
      until: 120,
      maxContainerRestartPeriod: 15,
    })
    expect(starts(answer)).toEqual([0, 0, 10, 25, 40, 55, 70, 85, 100, 115])
  })

  it('is forgiven once it has run for more than ten minutes', async () => {
    const runs = [...Array(4).fill({ seconds: 1, exitCode: 1 }), { seconds: 601, exitCode: 1 }]
    const containers = { app: { runs: [...runs, { seconds: 1, exitCode: 1 }] } }
    const answer = await ask({ pod: makePod({}), containers, until: 800 })
    // Started at 0, 1, 12, 33, then after 40 s, for 601 s; the next start is at once, then 10 s.
    expect(starts(answer)).toEqual([0, 1, 12, 33, 74, 675, 686, 707, 748])
  })

  it.each([
    { restartPolicy: 'Always', exitCode: 0, want: 'Running' },
    { restartPolicy: 'OnFailure', exitCode: 1, want: 'Running' },
    { restartPolicy: 'OnFailure', exitCode: 0, want: 'Succeeded' },
    { restartPolicy: 'Never', exitCode: 1, want: 'Failed' },
    { restartPolicy: 'Never', exitCode: 0, want: 'Succeeded' },
  ])('with $restartPolicy and exit code $exitCode makes the pod $want', async (one) => {
    const { restartPolicy, exitCode, want } = one
    const containers = { app: { runs: [{ seconds: 5, exitCode }] } }
    const answer = await ask({ pod: makePod({ restartPolicy }), containers, until: 60 })
    expect(answer.phases.at(-1)?.phase).toBe(want)
  })
})

describe('init containers', () => {
  it('run one after another, before all others', async () => {
    const pod = makePod({ initContainers: [{ name: 'one' }, { name: 'two' }] })
    const containers = { one: { runs: [{ seconds: 3 }] }, two: { runs: [{ seconds: 4 }] } }
    const answer = await ask({ pod, containers })
    expect(lines(answer, 'started')).toEqual(['0 one started', '3 two started', '7 app started'])
    expect(phases(answer)).toEqual(['0 Pending', '7 Running'])
  })

  it('are retried until they succeed', async () => {
    const pod = makePod({ initContainers: [{ name: 'one' }] })
    const runs = [
      { seconds: 2, exitCode: 1 },
      { seconds: 2, exitCode: 1 },
      { seconds: 2, exitCode: 0 },
    ]
    const answer = await ask({ pod, containers: { one: { runs } } })
    expect(lines(answer, 'started')).toEqual([
      '0 one started',
      '2 one started',
      '14 one started',
      '16 app started',
    ])
  })

  it('that fail for good fail the pod, and its sidecars are stopped', async () => {
    const initContainers = [sidecar('proxy'), { name: 'one' }]
    const pod = makePod({ restartPolicy: 'Never', initContainers })
    const containers = {
      proxy: { stopSeconds: 1 },
      one: { runs: [{ seconds: 2, exitCode: 1 }] },
    }
    const answer = await ask({ pod, containers })
    expect(lines(answer, 'started', 'exited')).toEqual([
      '0 proxy started',
      '0 one started',
      '2 one exited',
      '3 proxy exited',
    ])
    expect(phases(answer)).toEqual(['0 Pending', '2 Failed'])
  })

  it('wait until the sidecar before them has started', async () => {
    const startupProbe = { periodSeconds: 2 }
    const initContainers = [sidecar('proxy', { startupProbe }), { name: 'one' }]
    const probes = {
      startup: [
        { from: 0, result: 'Failure' },
        { from: 3, result: 'Success' },
      ],
    }
    const answer = await ask({
      pod: makePod({ initContainers }),
      containers: { proxy: { probes } },
    })
    expect(lines(answer, 'started')).toEqual(['0 proxy started', '4 one started', '4 app started'])
  })
})

describe('sidecars', () => {
  it('do not keep a pod alive whose containers are done', async () => {
    const pod = makePod({ restartPolicy: 'Never', initContainers: [sidecar('proxy')] })
    const containers = { app: { runs: [{ seconds: 10 }] }, proxy: { stopSeconds: 2 } }
    const answer = await ask({ pod, containers })
    expect(phases(answer)).toEqual(['0 Running', '12 Succeeded'])
    expect(lines(answer, 'term', 'exited')).toEqual([
      '10 app exited',
      '10 proxy term',
      '12 proxy exited',
    ])
  })

  it('are stopped after the containers, the last one first', async () => {
    const pod = makePod({ initContainers: [sidecar('a'), sidecar('b')] })
    const containers = {
      app: { stopSeconds: 3 },
      a: { stopSeconds: 1 },
      b: { stopSeconds: 1 },
    }
    const answer = await ask({ pod, containers, delete: { at: 10 } })
    expect(lines(answer, 'term', 'exited', 'removed')).toEqual([
      '10 app term',
      '13 app exited',
      '13 b term',
      '14 b exited',
      '14 a term',
      '15 a exited',
      '15 pod removed',
    ])
  })

  it('get 2 s each when the containers have used up the grace', async () => {
    const pod = makePod({
      terminationGracePeriodSeconds: 5,
      initContainers: [sidecar('a'), sidecar('b')],
    })
    const answer = await ask({ pod, delete: { at: 0 }, until: 60 })
    expect(lines(answer, 'kill')).toEqual(['5 app kill', '7 b kill', '7 a kill'])
    expect(answer.removedAt).toBe(7)
  })
})

describe('probes', () => {
  it('make a container ready after so many successes, and not ready after so many failures', async () => {
    const readinessProbe = { periodSeconds: 5, successThreshold: 2, failureThreshold: 2 }
    const readiness = [
      { from: 0, result: 'Success' },
      { from: 20, result: 'Failure' },
      { from: 40, result: 'Success' },
    ]
    const pod = makePod({ containers: [{ name: 'app', readinessProbe }] })
    const answer = await ask({ pod, containers: { app: { probes: { readiness } } }, until: 60 })
    const ready = answer.conditions.filter(({ type }) => type === 'Ready')
    expect(ready.map(({ at, status }) => [at, status])).toEqual([
      // The first result of a new container has its pod synced, and that has the probe run again.
      [0, 'True'],
      [25, 'False'],
      [45, 'True'],
    ])
  })

  it('of liveness kill with a grace of their own, and the restart is not held back at first', async () => {
    const livenessProbe = {
      periodSeconds: 10,
      failureThreshold: 2,
      terminationGracePeriodSeconds: 4,
    }
    const pod = makePod({ containers: [{ name: 'app', livenessProbe }] })
    const probes = { liveness: [{ from: 5, result: 'Failure' }] }
    const answer = await ask({ pod, containers: { app: { probes } }, until: 60 })
    expect(lines(answer, 'started', 'killing', 'kill')).toEqual([
      '0 app started',
      '20 app killing',
      '24 app kill',
      '24 app started',
      '40 app killing',
      '44 app kill',
      '44 app started',
      '60 app killing',
    ])
    expect(answer.timeline.find(({ what }) => what === 'killing')?.message).toBe(
      'Container app failed liveness probe, will be restarted',
    )
  })

  it('of startup hold the others back', async () => {
    const startupProbe = { periodSeconds: 3 }
    const livenessProbe = { periodSeconds: 1, failureThreshold: 1 }
    const pod = makePod({ containers: [{ name: 'app', startupProbe, livenessProbe }] })
    const probes = {
      startup: [
        { from: 0, result: 'Failure' },
        { from: 5, result: 'Success' },
      ],
      liveness: [
        { from: 0, result: 'Failure' },
        { from: 6, result: 'Success' },
      ],
    }
    const answer = await ask({ pod, containers: { app: { probes } }, until: 30 })
    expect(lines(answer, 'killing')).toEqual([])
    expect(answer.containers[0]).toMatchObject({ started: true, restartCount: 0 })
  })

  it('say nothing of readiness once the pod’s gates are shut', async () => {
    const pod = makePod({ readinessGates: [{ conditionType: 'example.com/lb' }] })
    const { conditions } = await ask({ pod })
    expect(conditions.filter(({ type }) => type !== 'Initialized')).toEqual([
      {
        at: 0,
        type: 'Ready',
        status: 'False',
        reason: 'ReadinessGatesNotReady',
        message: 'corresponding condition of pod readiness gate "example.com/lb" does not exist.',
      },
      { at: 0, type: 'ContainersReady', status: 'True' },
    ])
  })
})

describe('a deleted pod', () => {
  const withHook = (seconds: number) =>
    makePod({
      terminationGracePeriodSeconds: 10,
      containers: [{ name: 'app', lifecycle: { preStop: { sleep: { seconds } } } }],
    })

  it.each([
    { what: 'is told to stop and killed after its grace', pod: makePod({}), script: {}, end: 30 },
    { what: 'goes as soon as it stops', pod: makePod({}), script: { stopSeconds: 4 }, end: 4 },
    { what: 'has less time after its hook', pod: withHook(6), script: {}, end: 10 },
    { what: 'has 2 s after a hook that took it all', pod: withHook(60), script: {}, end: 12 },
    { what: 'has 2 s at least', pod: makePod({}), script: {}, grace: 1, end: 2 },
  ])('$what', async ({ pod, script, grace, end }) => {
    const deletion = { at: 100, ...(grace !== undefined && { gracePeriodSeconds: grace }) }
    const answer = await ask({ pod, containers: { app: script }, delete: deletion, until: 300 })
    expect(answer.removedAt).toBe(100 + end)
    expect(lines(answer, 'leavesEndpoints')).toEqual(['100 pod leavesEndpoints'])
  })

  it('without grace is gone at once, though its containers are not', async () => {
    const deletion = { at: 10, gracePeriodSeconds: 0 }
    const answer = await ask({ pod: makePod({}), delete: deletion })
    expect(answer.removedAt).toBe(10)
    expect(lines(answer, 'kill')).toEqual(['12 app kill'])
  })

  it('ends with what its containers ended with', async () => {
    const stopped = { app: { stopSeconds: 1, exitCodeOnStop: 0 } }
    const clean = await ask({ pod: makePod({}), containers: stopped, delete: { at: 5 } })
    expect(phases(clean)).toEqual(['0 Running', '6 Succeeded'])
    const killed = await ask({ pod: makePod({}), delete: { at: 5 } })
    expect(phases(killed)).toEqual(['0 Running', '35 Failed'])
  })
})

it('a pod beyond its deadline fails', async () => {
  const answer = await ask({ pod: makePod({ activeDeadlineSeconds: 20 }) })
  expect(answer.phases.at(-1)).toMatchObject({
    at: 20,
    phase: 'Failed',
    reason: 'DeadlineExceeded',
  })
  expect(lines(answer, 'kill')).toEqual(['50 app kill'])
})

it('a rule can make all containers start over, init containers too', async () => {
  const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } }
  const app = { name: 'app', restartPolicy: 'Never', restartPolicyRules: [rule] }
  const pod = makePod({ initContainers: [{ name: 'one' }], containers: [app, { name: 'b' }] })
  const runs = [{ seconds: 5, exitCode: 42 }, { seconds: null }]
  const containers = { app: { runs }, b: { stopSeconds: 1 } }
  const answer = await ask({ pod, containers, until: 30 })
  expect(lines(answer, 'started', 'restartAll')).toEqual([
    '0 one started',
    '0 app started',
    '0 b started',
    '5 pod restartAll',
    '6 one started',
    '6 app started',
    '6 b started',
  ])
})

describe('a pod with a status', () => {
  it('has its phase, conditions and next steps told', async () => {
    const terminated = { exitCode: 1, finishedAt: '2026-11-21T12:00:00Z' }
    const containerStatuses = [
      {
        name: 'app',
        restartCount: 3,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated },
      },
    ]
    const { observed } = await ask({ pod: makePod({}, { phase: 'Running', containerStatuses }) })
    expect(observed).toMatchObject({
      phase: 'Running',
      because: 'app has stopped and will be restarted',
      next: { killPod: false, containersToStart: ['app'] },
      restarts: [{ container: 'app', backOffSeconds: 40, notBefore: '2026-11-21T12:00:40.000Z' }],
    })
  })

  it('that has ended stays as it ended', async () => {
    const containerStatuses = [{ name: 'app', state: { running: {} } }]
    const { observed } = await ask({ pod: makePod({}, { phase: 'Failed', containerStatuses }) })
    expect(observed).toMatchObject({ phase: 'Failed', because: 'a pod that has failed stays so' })
  })

  it('and without any says nothing of it', async () => {
    expect((await ask({ pod: makePod({}) })).observed).toBeNull()
  })
})

describe('what cannot be judged', () => {
  it.each([
    {
      what: 'a script of a container that is not there',
      request: { pod: makePod({}), containers: { other: {} } },
      errors: ['/containers/other: the pod has no container other'],
    },
    {
      what: 'containers without names, or with one name',
      request: { pod: makePod({ containers: [{}, { name: 'a' }, { name: 'a' }] }) },
      errors: ['/pod/spec: a container has no name', '/pod/spec: two containers are named a'],
    },
    {
      what: 'a pod without containers',
      request: { pod: { spec: {} } },
      errors: ['/pod/spec/containers: a pod has at least one container'],
    },
    {
      what: 'no runs',
      request: { pod: makePod({}), containers: { app: { runs: [] } } },
      errors: ['/containers/app/runs: expected at least 1 items'],
    },
  ])('$what', async ({ request, errors }) => {
    const problem = await readProblem(await post(request))
    expect(problem.status).toBe(422)
    expect(problem.errors.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual(errors)
  })

  it('a pod that starts over without end is given up, and says where', async () => {
    const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }
    const app = { name: 'app', restartPolicy: 'Never', restartPolicyRules: [rule] }
    const containers = { app: { runs: [{ seconds: 0, exitCode: 1 }] } }
    const answer = await ask({ pod: makePod({ containers: [app] }), containers })
    expect(answer.cutOffAt).toBe(0)
  })
})
