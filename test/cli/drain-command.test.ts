import { describe, expect, it } from 'vitest'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { EXAMPLE_CLUSTER, runBerth } from './run-berth.ts'

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }
const requests = { cpu: '3' }
const cluster = {
  nodes: [makeNode('a'), makeNode('b')],
  pods: [
    makePod('w1', { node: 'a', requests, owner }),
    makePod('w2', { node: 'a', requests: { cpu: '1' }, owner }),
    makePod('w3', { node: 'b', requests: { cpu: '2' }, owner }),
  ],
  namespaces: [],
  services: [],
  podDisruptionBudgets: [],
}
const drain = (...words: string[]) => runBerth(['drain', ...words], JSON.stringify(cluster))

describe('berth drain', () => {
  it('tells wave by wave where pods go, and which find no node', async () => {
    const { code, output } = await drain('a')
    expect(code).toBe(1)
    expect(output.split('\n')).toEqual([
      'NODE  RESULT     EVICTED  STAY',
      'a     ✓ emptied        2     0',
      '',
      'WAVE  POD         FROM  GOES TO  NOTE',
      expect.stringMatching(
        /^ {3}1 {2}default\/w1 {2}a {5}✗ none {3}Insufficient cpu on 1 of 2 nodes/,
      ),
      expect.any(String),
      '   1  default/w2  a     b',
      '',
      '1 of 1 node emptied · 1 pod moved, 1 without a node · 1 wave, 30s',
      '',
    ])
  })

  it('answers as POST /v1/drains does with -o json', async () => {
    const { code, output } = await drain('b', '-o', 'json')
    expect(code).toBe(1)
    expect(JSON.parse(output)).toMatchObject({ nodes: [{ node: 'b' }], summary: { pending: 1 } })
  })

  it('looks for nodes that can be emptied', async () => {
    const { code, output } = await runBerth(['drain', '--consolidate', '-s', EXAMPLE_CLUSTER])
    expect(code).toBe(0)
    expect(output).toContain('No plan empties more')
  })

  it.each([
    { words: [], says: 'name a NODE, or give --consolidate' },
    { words: ['x'], says: 'there is no node "x"' },
    { words: ['a', '--at-once', '0'], says: '--at-once is a whole number from 1 on, not "0"' },
    {
      words: ['a', '-o', 'xml'],
      says: '--output is one of text, wide, json, yaml, name, not "xml"',
    },
    { words: ['a', '--fast'], says: 'there is no option --fast' },
  ])('refuses $words', async ({ words, says }) => {
    const { code, complaints } = await drain(...words)
    expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(says) })
  })
})
