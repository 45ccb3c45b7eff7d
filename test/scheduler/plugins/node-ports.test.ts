import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf } from '../../support/verdicts.ts'

const nodes = [makeNode('a')]
const REASON = "node(s) didn't have free ports for the requested pod ports"

function fitsBeside(used: Json[], wanted: Json[]): boolean {
  const pods = [makePod('there', { node: 'a', ports: used })]
  return decideOne({ nodes, pods }, makePod('p', { ports: wanted })).outcome === 'scheduled'
}

describe('two pods on one node', () => {
  it.each([
    { name: 'the same port', used: [{ hostPort: 80 }], wanted: [{ hostPort: 80 }], fits: false },
    { name: 'another port', used: [{ hostPort: 80 }], wanted: [{ hostPort: 81 }], fits: true },
    {
      name: 'another protocol',
      used: [{ hostPort: 80, protocol: 'UDP' }],
      wanted: [{ hostPort: 80 }],
      fits: true,
    },
    {
      name: 'TCP by default',
      used: [{ hostPort: 80, protocol: 'TCP' }],
      wanted: [{ hostPort: 80 }],
      fits: false,
    },
    {
      name: 'the same port of two addresses',
      used: [{ hostPort: 80, hostIP: '10.0.0.1' }],
      wanted: [{ hostPort: 80, hostIP: '10.0.0.2' }],
      fits: true,
    },
    {
      name: 'the same address',
      used: [{ hostPort: 80, hostIP: '10.0.0.1' }],
      wanted: [{ hostPort: 80, hostIP: '10.0.0.1' }],
      fits: false,
    },
    {
      name: 'every address wanted where one is used',
      used: [{ hostPort: 80, hostIP: '10.0.0.1' }],
      wanted: [{ hostPort: 80 }],
      fits: false,
    },
    {
      name: 'one address wanted where every one is used',
      used: [{ hostPort: 80, hostIP: '0.0.0.0' }],
      wanted: [{ hostPort: 80, hostIP: '10.0.0.1' }],
      fits: false,
    },
    {
      name: 'container ports alone',
      used: [{ containerPort: 80 }],
      wanted: [{ containerPort: 80 }],
      fits: true,
    },
    {
      name: 'host port 0, which is none',
      used: [{ hostPort: 0 }],
      wanted: [{ hostPort: 0 }],
      fits: true,
    },
    {
      name: 'the second of two ports',
      used: [{ hostPort: 80 }],
      wanted: [{ hostPort: 81 }, { hostPort: 80 }],
      fits: false,
    },
  ])('$name: fits is $fits', ({ used, wanted, fits }) => {
    expect(fitsBeside(used, wanted)).toBe(fits)
  })
})

it('names the port and the pod that holds it, and lets preemption help', () => {
  const pods = [makePod('holder', { node: 'a', ports: [{ hostPort: 80 }] })]
  const wanted = { ip: '0.0.0.0', protocol: 'TCP', port: 80 }
  const decision = decideOne(
    { nodes, pods },
    makePod('p', { ports: [{ hostPort: 80 }], priority: 1 }),
  )
  expect(filterOf(decision).rejected).toEqual([
    {
      node: 'a',
      plugin: 'NodePorts',
      code: 'Unschedulable',
      reasons: [REASON],
      details: [
        {
          kind: 'hostPort',
          conflictsWith: {
            pod: { namespace: 'default', name: 'holder', uid: 'uid-default-holder' },
            port: wanted,
          },
        },
      ],
    },
  ])
  expect(decision.preemption).toMatchObject({ node: 'a', victims: [{ name: 'holder' }] })
})

it('heeds the ports of init containers that keep running, and of no others', () => {
  const withInit = (restartPolicy?: string) => ({
    initContainers: [{ name: 'init', ports: [{ hostPort: 80 }], restartPolicy }],
  })
  const pods = [makePod('there', { node: 'a', ports: [{ hostPort: 80 }] })]
  const outcome = (spec: Json) => decideOne({ nodes, pods }, makePod('p', { spec })).outcome
  expect(outcome(withInit('Always'))).toBe('unschedulable')
  expect(outcome(withInit())).toBe('scheduled')
})

it('sends like pods to one node each', () => {
  const three = ['a', 'b', 'c'].map((name) => makeNode(name))
  const pods = ['1', '2', '3', '4'].map((name) => makePod(name, { ports: [{ hostPort: 80 }] }))
  const decisions = decideAll({ nodes: three }, pods)
  expect(
    decisions
      .map(({ node }) => node)
      .slice(0, 3)
      .sort(),
  ).toEqual(['a', 'b', 'c'])
  expect(decisions[3]?.message).toContain(`3 ${REASON}`)
})

it('gives host ports to pods on the host network only by defaulting', () => {
  const spec = { hostNetwork: true }
  const pods = [makePod('there', { node: 'a', ports: [{ containerPort: 80 }], spec })]
  const pod = makePod('p', { ports: [{ containerPort: 80 }], spec })
  expect(decideOne({ nodes, pods }, pod, { defaulting: false }).outcome).toBe('scheduled')
  expect(decideOne({ nodes, pods }, pod, { defaulting: true }).outcome).toBe('unschedulable')
})
