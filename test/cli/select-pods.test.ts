import { describe, expect, it } from 'vitest'
import { selectPods } from '../../src/cli/sources/select-pods.ts'
import { type Sourced, sourcesOf } from '../../src/cli/sources/sources.ts'

interface PodFields {
  namespace?: string
  priority?: number
  priorityClassName?: string
  created?: string
  nodeName?: string
  schedulerName?: string
  phase?: string
}

function pod(name: string, fields: PodFields = {}) {
  const { namespace, created, phase, ...spec } = fields
  const metadata = { name, namespace, creationTimestamp: created }
  return { kind: 'Pod', metadata, spec, status: { phase } }
}

const PODS = [
  pod('old', { created: '2026-01-01T00:00:00Z' }),
  pod('running', { nodeName: 'a' }),
  pod('done', { phase: 'Succeeded' }),
  pod('failed', { phase: 'Failed' }),
  pod('foreign', { schedulerName: 'volcano' }),
  pod('older', { created: '2025-01-01T00:00:00Z', schedulerName: 'default-scheduler' }),
  pod('urgent', { created: '2026-02-01T00:00:00Z', priority: 1000 }),
  pod('classy', { created: '2026-02-02T00:00:00Z', priorityClassName: 'high' }),
  pod('lazy', { created: '2024-01-01T00:00:00Z', priority: -10 }),
]
const QUEUE = ['urgent', 'classy', 'older', 'old', 'lazy']
const CLASS = { kind: 'PriorityClass', metadata: { name: 'high' }, value: 500 }
const untyped = <Value extends { kind: string }>({ kind: _, ...rest }: Value) => rest

function select(snapshot: unknown, choice: { only?: string[] } = {}) {
  const found = selectPods({
    snapshot: sourcesOf('cluster', [snapshot]),
    manifests: [],
    schedulerNames: new Set(['default-scheduler']),
    only: choice.only ?? [],
  })
  return found.ok ? found.value.pods.map(nameOf) : found.error
}

function nameOf({ value }: Sourced): string {
  return (value as { metadata: { name: string } }).metadata.name // all values here are pods
}

describe('without manifests', () => {
  it.each([
    { form: 'a List', snapshot: { kind: 'List', items: [CLASS, ...PODS] } },
    {
      form: 'an object of arrays',
      snapshot: { pods: PODS.map(untyped), priorityClasses: [untyped(CLASS)] },
    },
    {
      form: 'an array of lists',
      snapshot: [
        { kind: 'PodList', items: PODS.map(untyped) },
        { kind: 'PriorityClassList', items: [untyped(CLASS)] },
      ],
    },
    { form: 'an array of objects', snapshot: [...PODS, CLASS] },
  ])('the pending pods of $form come as the queue would give them out', ({ snapshot }) => {
    expect(select(snapshot)).toEqual(QUEUE)
  })

  it('pods of schedulers that are not asked are told of', () => {
    const found = selectPods({
      snapshot: sourcesOf('cluster', [{ pods: PODS }]),
      manifests: [],
      schedulerNames: new Set(['default-scheduler']),
      only: [],
    })
    const remarks = ['1 pod of scheduler volcano, which is not asked']
    expect(found).toMatchObject({ ok: true, value: { remarks } })
  })

  it('a pod that is named is taken wherever it is', () => {
    const snapshot = { pods: [...PODS, pod('foreign', { namespace: 'shop' })] }
    const only = ['shop/foreign', 'default/running']
    expect(select(snapshot, { only })).toEqual(['foreign', 'running'])
  })
})
