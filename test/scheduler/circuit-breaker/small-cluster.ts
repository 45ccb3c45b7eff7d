import { expect } from 'vitest'
import { type DecideRequest, type DecisionAnswer, decide } from '../../../src/index.ts'

export const START_MS: number = Date.parse('2026-11-21T12:00:00Z')

/** Seconds since the start as a time. */
export function at(seconds: number): string {
  return new Date(START_MS + seconds * 1000).toISOString()
}

export type Told = NonNullable<DecideRequest['feedback']>[number]

export function told(outcome: Told['outcome'], owner: string, node: string, seconds: number): Told {
  return { node, owner: ownerOf(owner), outcome, time: at(seconds) }
}

function ownerOf(name: string) {
  return { namespace: 'shop', kind: 'ReplicaSet', name }
}

export function nodeOf(name: string, spec: object = {}) {
  return {
    metadata: { name },
    spec,
    status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
  }
}

/** `owner`: the ReplicaSet that makes it; without one it is nobody's copy. */
export function podOf(name: string, owner: string | null, nodeName?: string, cpu = '100m') {
  const { kind, name: ownerName } = ownerOf(owner ?? '')
  const reference = {
    apiVersion: 'apps/v1',
    kind,
    name: ownerName,
    uid: `u-${ownerName}`,
    controller: true,
  }
  return {
    metadata: { name, namespace: 'shop', ...(owner !== null && { ownerReferences: [reference] }) },
    spec: {
      ...(nodeName !== undefined && { nodeName }),
      containers: [{ name: 'c', resources: { requests: { cpu, memory: '64Mi' } } }],
    },
  }
}

export function answerTo(request: DecideRequest): DecisionAnswer {
  const answer = decide(request)
  if (!answer.ok) expect.unreachable(JSON.stringify(answer.error))
  return answer.value
}
