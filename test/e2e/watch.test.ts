import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Berth, TOKEN } from './berth.ts'
import { ADMIN_TOKEN, ControlPlane } from './control-plane.ts'
import { eventually, type Program } from './processes.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NAME = 'live'

describe('berth watch', () => {
  let plane: ControlPlane
  let berth: Berth
  let program: Program

  beforeAll(async () => {
    plane = await ControlPlane.start()
    berth = await Berth.start('Node', plane, {})
    await plane.addNode('a', { cpu: '4' })
    const berthToken = join(plane.folder, 'watch.token')
    writeFileSync(berthToken, TOKEN)
    const apiToken = join(plane.folder, 'api.token')
    writeFileSync(apiToken, ADMIN_TOKEN)
    program = plane.programs.run('berth-watch', process.execPath, [
      join(ROOT, 'src/cli/main.ts'),
      'watch',
      `--name=${NAME}`,
      `--berth=${berth.api.url}`,
      `--berth-token-file=${berthToken}`,
      `--berth-ca-file=${plane.certificates.ca}`,
      `--server=${plane.api.url}`,
      `--token-file=${apiToken}`,
      `--ca-file=${plane.certificates.ca}`,
    ])
    await eventually(async () => (program.log().includes('put live') ? true : null))
  })
  afterAll(async () => {
    await berth?.stop()
    await plane?.stop()
  })

  /** What a pod that asks for so much cpu would be told now. */
  const decide = async (cpu: string) => {
    const resources = { requests: { cpu } }
    const pod = {
      metadata: { name: 'asked', namespace: 'default' },
      spec: { containers: [{ name: 'main', image: 'app', resources }] },
    }
    const { decisions } = await berth.api.expect('POST', '/v1/decisions', {
      snapshot: { name: NAME },
      pods: [pod],
    })
    return decisions[0]
  }
  /** How long it took until a decision was so. */
  const timeUntil = async (cpu: string, outcome: string) => {
    const startedMs = performance.now()
    const found = await eventually(async () =>
      (await decide(cpu)).outcome === outcome ? true : null,
    )
    expect(found, program.log()).toBe(true)
    return performance.now() - startedMs
  }

  it('shows a pod that came, and that it went, within a second', async () => {
    expect((await decide('3')).outcome).toBe('scheduled')
    await plane.addPod('big', { cpu: '2', spec: { nodeName: 'a' } })
    expect(await timeUntil('3', 'unschedulable')).toBeLessThan(1000)
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/big')
    expect(await timeUntil('3', 'scheduled')).toBeLessThan(1000)
  })

  it('shows a node that came', async () => {
    expect((await decide('6')).outcome).toBe('unschedulable')
    await plane.addNode('b', { cpu: '8' })
    expect(await timeUntil('6', 'scheduled')).toBeLessThan(1000)
  })

  it('puts the whole anew where somebody else changed or deleted it', async () => {
    await berth.api.expect('PATCH', `/v1/snapshots/${NAME}`, {
      remove: [{ kind: 'Node', name: 'a' }],
    })
    await plane.addPod('small', { cpu: '1', spec: { nodeName: 'a' } })
    const found = await eventually(async () => {
      const { objects } = await berth.api.expect('GET', `/v1/snapshots/${NAME}`)
      return objects.nodes === 2 && objects.pods === 1 ? true : null
    })
    expect(found, program.log()).toBe(true)
    await berth.api.expect('DELETE', `/v1/snapshots/${NAME}`)
    await plane.addPod('another', { cpu: '1', spec: { nodeName: 'a' } })
    const again = await eventually(async () => {
      const { body } = await berth.api.send('GET', `/v1/snapshots/${NAME}`)
      return body.objects?.pods === 2 ? true : null
    })
    expect(again, program.log()).toBe(true)
    await program.stop()
  })
})
