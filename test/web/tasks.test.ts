import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../src/web/answers.ts'
import type { Edit } from '../../src/web/edits.ts'
import { OpenedCluster } from '../../src/web/engine/opened-cluster.ts'
import { runTask } from '../../src/web/engine/run-task.ts'

const SAMPLE = new URL('../../src/cli/example/cluster.json.gz', import.meta.url)
const value = JSON.parse(gunzipSync(readFileSync(SAMPLE)).toString('utf8'))

function openSample(): OpenedCluster {
  const opened = OpenedCluster.of([{ value, name: 'sample', pointer: '' }])
  if (!opened.ok) throw new Error(opened.error.join())
  return opened.value
}

function run(task: Task, edits: readonly Edit[] = []) {
  const question = { task, pod: 'ml/embedder-0', profile: 'kubernetes-1.37', edits }
  return runTask(openSample(), 'sha', question)
}

const SIMULATION = {
  kind: 'simulation',
  pod: 'shop/web-5',
  copies: 60,
  everySeconds: 10,
  runSeconds: 0,
  until: 1200,
} as const

describe('what a form asks beyond what the API takes', () => {
  it.each([
    ['copies that come too late', { ...SIMULATION, everySeconds: 50_000 }, /^\/script\/54\/at: /],
    ['a time without an end', { ...SIMULATION, until: Number.NaN }, /^\/until: /],
    ['no copy at all', { kind: 'capacity', pod: 'shop/web-5', max: 0 } as const, /^\/max: /],
  ])('is refused with its place: %s', async (_, task, line) => {
    const found = await run(task)
    expect(found).toMatchObject({ ok: false })
    expect(found).toHaveProperty('error.0', expect.stringMatching(line))
  })
})

describe('edits of a manifest', () => {
  const huge: readonly Edit[] = [{ op: 'setRequest', resource: 'cpu', milli: 900_000 }]
  const capacity = (pod: string) => ({ kind: 'capacity', pod, max: 10 }) as const

  it('are of the pod that they were made for', async () => {
    const found = await run(capacity('ml/embedder-0'), huge)
    expect(found).toHaveProperty('value.answer.fits', 0)
  })

  it('and of no other that a task asks about', async () => {
    const usual = await run(capacity('shop/web-5'))
    expect(usual).toMatchObject({ ok: true })
    await expect(run(capacity('shop/web-5'), huge)).resolves.toEqual(usual)
  })

  it('count where all pods are decided', async () => {
    const outcomes = async (edits: readonly Edit[]) => {
      const found = await run({ kind: 'decisions' }, edits)
      if (!found.ok || found.value.kind !== 'decisions') throw new Error('no decisions')
      const { decisions } = found.value.answer
      return decisions.find(({ pod }) => pod.name === 'embedder-0')?.outcome
    }
    await expect(outcomes([])).resolves.toBe('scheduled')
    await expect(outcomes(huge)).resolves.toBe('unschedulable')
  })
})
