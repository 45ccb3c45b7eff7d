import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ok } from '../../src/result.ts'
import { nameOf } from '../../src/snapshot/json/raw-object.ts'
import type { Edit } from '../../src/web/edits.ts'
import { OpenedCluster } from '../../src/web/engine/opened-cluster.ts'
import { Session } from '../../src/web/engine/session.ts'
import type { Question } from '../../src/web/protocol.ts'

const SAMPLE = new URL('../../src/cli/example/cluster.json.gz', import.meta.url)
const value = JSON.parse(gunzipSync(readFileSync(SAMPLE)).toString('utf8'))

function question(pod: string): Question {
  return { pod, profile: 'kubernetes-1.37', edits: [], weights: {} }
}

/** Nearly nothing is left. */
const REMOVALS: readonly Edit[] = value.items
  .filter(({ kind }: { kind: string }) => kind === 'Node')
  .slice(1)
  .map((node: unknown) => ({ op: 'removeNode', node: nameOf(node) }))

function openSample(): Session {
  return open(value)
}

function open(value: unknown): Session {
  const opened = OpenedCluster.of([{ value, name: 'sample', pointer: '' }])
  if (!opened.ok) throw new Error(opened.error.join())
  return new Session(opened.value, () => 0)
}

/** All steps of a search, with something else done before each. */
function search(session: Session, pod: string, between: () => void) {
  const tried: number[] = []
  const searching = session.help(question(pod))
  between()
  let step = searching.next()
  for (; step.done !== true; step = searching.next()) {
    tried.push(step.value)
    between()
  }
  return { tried, help: step.value }
}

describe('the search for help', () => {
  it.each(['shop/skewed-0', 'ml/huge-0', 'data/postgres-extra-0'])(
    'goes in small parts, and other questions in between change nothing: %s',
    (pod) => {
      const alone = search(openSample(), pod, () => {})
      const busy = openSample()
      const among = search(busy, pod, () => void busy.answer(question('ml/embedder-0')))
      expect(among).toEqual(alone)
      const edited = openSample()
      const other = { ...question('ml/embedder-0'), edits: REMOVALS }
      expect(search(edited, pod, () => void edited.answer(other))).toEqual(alone)
      expect(alone.tried.length).toBeGreaterThan(3)
      expect(alone.tried).toEqual(alone.tried.toSorted((a, b) => a - b))
      expect(alone.help).toMatchObject(ok({ tried: alone.tried.at(-1) }))
    },
  )

  it('that is left leaves the cluster as it was', () => {
    const session = openSample()
    const before = session.answer(question('shop/skewed-0'))
    const searching = session.help(question('shop/skewed-0'))
    for (let steps = 0; steps < 5; steps++) searching.next()
    const after = session.answer(question('shop/skewed-0'))
    expect(after).toEqual(before)
  })

  it('tells where a placed pod could go else', () => {
    const { help } = search(openSample(), 'ml/embedder-0', () => {})
    expect(help).toMatchObject({ ok: true, value: { remedies: [], tried: 0 } })
  })

  it('does not count a pod that runs twice', () => {
    const node = {
      kind: 'Node',
      metadata: { name: 'a' },
      status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
    }
    const pod = {
      kind: 'Pod',
      metadata: { name: 'large', namespace: 'team' },
      spec: { nodeName: 'a', containers: [{ name: 'app', resources: { requests: { cpu: '3' } } }] },
      status: { phase: 'Running' },
    }
    const session = open({ kind: 'List', items: [node, pod] })
    const cordoned: Question = { ...question('team/large'), edits: [{ op: 'cordon', node: 'a' }] }
    const searching = session.help(cordoned)
    let step = searching.next()
    while (step.done !== true) step = searching.next()
    expect(step.value).toHaveProperty('value.remedies.0', {
      edits: [{ op: 'uncordon', node: 'a' }],
      text: 'uncordon a',
      feasible: 1,
      node: 'a',
      displaced: null,
    })
  })
})
