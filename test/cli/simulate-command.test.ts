import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { runBerth } from './run-berth.ts'

const cluster = {
  nodes: [makeNode('n', { allocatable: { cpu: '1' } })],
  pods: [],
  namespaces: [],
  services: [],
  podDisruptionBudgets: [],
}
const job = (name: string) => makePod(name, { requests: { cpu: '1' } })
const script = join(mkdtempSync(join(tmpdir(), 'berth-')), 'script.json')
writeFileSync(
  script,
  JSON.stringify([
    { at: 0, createPods: [{ pod: job('first'), runSeconds: 10 }] },
    { at: 1, createPods: [{ pod: job('second') }] },
  ]),
)
const simulate = (...words: string[]) => runBerth(['simulate', ...words], JSON.stringify(cluster))

describe('berth simulate', () => {
  it('tells what happens when, and how long pods waited', async () => {
    const { code, output } = await simulate('--script', script, '--until', '60')
    expect(code).toBe(0)
    expect(output).toMatch(/^10s +default\/second +scheduled +n/m)
    expect(output).toMatch(/^ +0 +2 +2 +4\.5s +9s$/m)
    expect(output).toContain(
      '0 of 2 pods wait at the end · cpu 100%, memory 0% requested on average',
    )
  })

  it('answers as POST /v1/simulations does with -o json', async () => {
    const { code, output } = await simulate('--script', script, '--until', '5', '-o', 'json')
    expect(code).toBe(1)
    expect(JSON.parse(output)).toMatchObject({ until: 5, pods: [{ node: 'n' }, { node: null }] })
  })

  it.each([
    { words: [], says: '--until is needed' },
    { words: ['--until', 'soon'], says: '--until is a time such as 90, 15m or 2h, not "soon"' },
    {
      words: ['--until', '9', '-o', 'xml'],
      says: '--output is one of text, wide, json, yaml, name, not "xml"',
    },
  ])('refuses $words', async ({ words, says }) => {
    const { code, complaints } = await simulate(...words)
    expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(says) })
  })
})
