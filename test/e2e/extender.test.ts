import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Berth, PLATFORMS } from './berth.ts'
import { ADMIN_TOKEN, ControlPlane } from './control-plane.ts'
import { eventually, type Program } from './processes.ts'

/**
 * The real scheduler runs neither TaintToleration nor any score, and binds nothing itself: all of that
 * is Berth's. So where a pod goes shows what Berth said.
 */
const OWN_PLUGINS = {
  schedulerName: 'default-scheduler',
  plugins: {
    filter: { disabled: [{ name: 'TaintToleration' }] },
    score: { disabled: [{ name: '*' }] },
    preScore: { disabled: [{ name: '*' }] },
  },
}

const PLUGINS = 'TaintToleration,NodeResourcesFit,NodeUnschedulable'

describe.each(PLATFORMS)('the real scheduler with Berth in %s as its extender', (platform) => {
  let plane: ControlPlane
  let berth: Berth

  beforeAll(async () => {
    plane = await ControlPlane.start()
    berth = await Berth.start(platform, plane, {
      EXTENDER_PLUGINS: PLUGINS,
      EXTENDER_SNAPSHOT: 'e2e',
      EXTENDER_API_SERVER: plane.api.url,
      EXTENDER_API_TOKEN: ADMIN_TOKEN,
    })
    await plane.addNode('tainted', { cpu: '64', taints: [{ key: 'gpu', effect: 'NoSchedule' }] })
    await plane.addNode('small', { cpu: '2' })
    await plane.addNode('large', { cpu: '32' })
    for (const [name, value] of [
      ['low', 10],
      ['high', 1000],
    ] as const) {
      await plane.api.expect('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name },
        value,
      })
    }
  })
  afterAll(async () => {
    await berth?.stop()
    await plane?.stop()
  })

  function startScheduler(nodeCacheCapable: boolean): Promise<Program> {
    return plane.startScheduler({
      profiles: [OWN_PLUGINS],
      extenders: [
        {
          urlPrefix: `${berth.urlWithPassword}/webhooks/extender`,
          filterVerb: 'filter',
          prioritizeVerb: 'prioritize',
          preemptVerb: 'preempt',
          bindVerb: 'bind',
          weight: 1,
          nodeCacheCapable,
          httpTimeout: '30s',
          enableHTTPS: true,
          tlsConfig: { caFile: plane.certificates.ca },
        },
      ],
    })
  }

  describe.each([true, false])('nodeCacheCapable %s', (nodeCacheCapable) => {
    const named = (name: string) => `${name}-${nodeCacheCapable}`
    let scheduler: Program

    beforeAll(async () => {
      scheduler = await startScheduler(nodeCacheCapable)
    })
    afterAll(async () => {
      await scheduler?.stop()
      await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods?gracePeriodSeconds=0')
    })

    it('filters, scores and binds: the emptiest node without a taint', async () => {
      await berth.keepSnapshot()
      expect(await plane.addPod(named('first'), { cpu: '1' })).toMatchObject({ status: 201 })
      expect(await plane.boundNode(named('first'), 60_000)).toBe('large')
      const calls = callsAbout(berth, `default/${named('first')}`)
      expect(calls).toEqual(expect.arrayContaining(['filter', 'prioritize', 'bind']))
    })

    it('says why no node will do', async () => {
      await berth.keepSnapshot()
      const nodeSelector = { 'kubernetes.io/hostname': 'tainted' }
      await plane.addPod(named('kept-off'), { cpu: '1', spec: { nodeSelector } })
      const message = await messageOf(plane, named('kept-off'))
      expect(message).toContain('node(s) had untolerated taint(s)')
    })

    it('lets pods of more importance displace others', async () => {
      const low = { cpu: '30', spec: { priorityClassName: 'low' } }
      await berth.keepSnapshot()
      await plane.addPod(named('victim'), low)
      expect(await plane.boundNode(named('victim'), 60_000)).toBe('large')
      await berth.keepSnapshot()
      const high = { cpu: '31', spec: { priorityClassName: 'high' } }
      await plane.addPod(named('important'), high)
      const nominated = await plane.podOnce(
        named('important'),
        ({ status }) => status.nominatedNodeName === 'large',
        60_000,
      )
      expect(nominated).not.toBeNull()
      expect(callsAbout(berth, `default/${named('important')}`)).toContain('preempt')
      const isGone = await eventually(async () => {
        const path = `/api/v1/namespaces/default/pods/${named('victim')}`
        return (await plane.api.send('GET', path)).status === 404 ? true : null
      })
      expect(isGone).toBe(true)
      await berth.keepSnapshot()
      // What Berth refused on the older snapshot is tried again once something happens.
      await plane.labelNode('large', { seen: named('victim') })
      expect(await plane.boundNode(named('important'), 60_000)).toBe('large')
    })
  })

  it('is told when the snapshot is not there', async () => {
    await berth.api.send('DELETE', '/v1/snapshots/e2e')
    const scheduler = await startScheduler(true)
    await plane.addPod('unseen', { cpu: '1' })
    expect(await messageOf(plane, 'unseen')).toContain('No snapshot is kept under the name')
    await scheduler.stop()
  })
})

/** The verbs that Berth was called with about a pod, as its log tells. */
function callsAbout({ program }: Berth, pod: string): string[] {
  const lines = program
    .log()
    .split('\n')
    .filter((line) => line.includes('"message":"extender"'))
  const calls = lines.map((line): { verb: string; pod: string } =>
    JSON.parse(line.slice(line.indexOf('{'))),
  )
  return calls.filter((call) => call.pod === pod).map(({ verb }) => verb)
}

/** What the scheduler wrote into the pod's condition. */
async function messageOf(plane: ControlPlane, name: string): Promise<string> {
  type Condition = { readonly type: string; readonly status: string; readonly message?: string }
  const unscheduled = ({ status }: { status: { conditions?: Condition[] } }) =>
    status.conditions?.find((one) => one.type === 'PodScheduled' && one.status === 'False')
  const pod = await plane.podOnce(name, (one) => unscheduled(one)?.message !== undefined, 60_000)
  return unscheduled(pod)?.message ?? ''
}
