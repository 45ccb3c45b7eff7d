import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Edit } from '../../src/web/edits.ts'
import { OpenedCluster } from '../../src/web/engine/opened-cluster.ts'
import { Session } from '../../src/web/engine/session.ts'
import type { Scenario } from '../../src/web/scenario.ts'
import { makeFile } from './files.ts'
import { EXAMPLE_CLUSTER } from './run-berth.ts'
import { runDecide } from './run-decide.ts'

const bytes = readFileSync(EXAMPLE_CLUSTER)
const value = JSON.parse(gunzipSync(bytes).toString('utf8'))
const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`

function scenario(changes: Partial<Scenario> = {}): Scenario {
  return {
    kind: 'Scenario',
    version: 1,
    snapshot: { digest, files: ['cluster.json.gz'] },
    pod: 'shop/skewed-0',
    profile: 'kubernetes-1.37',
    edits: [],
    weights: {},
    ...changes,
  }
}

/** As the explorer answers. */
function explored({ pod, profile, edits, weights }: Scenario) {
  const opened = OpenedCluster.of([{ value, name: 'sample', pointer: '' }])
  if (!opened.ok) throw new Error(opened.error.join())
  const answer = new Session(opened.value, () => 0).answer({ pod, profile, edits, weights })
  if (!answer.ok) throw new Error(answer.error.join())
  const { outcome, node, message } = answer.value
  return { outcome, node, message, scores: answer.value.decision.scores?.slice(0, 3) }
}

async function replayed(asked: object, ...words: readonly string[]) {
  const path = makeFile('asked.scenario.json', JSON.stringify(asked))
  return await runDecide('--scenario', path, '-s', EXAMPLE_CLUSTER, ...words)
}

const GPU: Edit = {
  op: 'addToleration',
  key: 'nvidia.com/gpu',
  value: 'true',
  effect: 'NoSchedule',
}

describe('a scenario', () => {
  const cases: readonly (readonly [string, Partial<Scenario>])[] = [
    ['as it is', {}],
    ['with an edit of the pod', { edits: [GPU] }],
    ['with another request', { edits: [{ op: 'setRequest', resource: 'cpu', milli: 900_000 }] }],
    ['of a pod that runs', { pod: 'shop/web-5' }],
    ['on an edited cluster', { pod: 'ml/embedder-0', edits: nodesGone(40) }],
    [
      'with other weights',
      { pod: 'shop/web-5', weights: { NodeResourcesFit: 0, ImageLocality: 9 } },
    ],
    ['as another release', { pod: 'ml/huge-0', profile: 'kubernetes-1.36' }],
    ['as a classic one', { pod: 'ml/embedder-0', profile: 'classic-1.12', edits: nodesGone(3) }],
  ]
  it.each(cases)('is answered as the explorer does, %s', async (_, changes) => {
    const asked = scenario(changes)
    const { output, complaints } = await replayed(asked, '-o', 'json')
    const { decisions, profile } = JSON.parse(output)
    expect(profile).toBe(asked.profile)
    expect(decisions).toHaveLength(1)
    const { outcome, node, message = null, scores } = decisions[0]
    const found = { outcome, node, message, scores: scores?.slice(0, 3) }
    expect(found).toEqual(explored(asked))
    expect(complaints).toContain('the scenario was saved on these files')
  })

  it('says when the files are others, or nobody can tell', async () => {
    const others = scenario({
      snapshot: { digest: `sha256:${'0'.repeat(64)}`, files: ['old.json'] },
    })
    expect((await replayed(others)).complaints).toContain('saved on other data (old.json)')
    const named = scenario({ snapshot: { digest, name: 'prod', files: ['prod'] } })
    expect((await replayed(named)).complaints).toContain('the named snapshot prod as of sha256:')
  })

  it.each([
    ['a field that it has not', { ...scenario(), more: 1 }, /Unrecognized key|more/],
    [
      'an edit that there is not',
      { ...scenario(), edits: [{ op: 'explode' }] },
      /\/edits\/0: no edit/,
    ],
    [
      'an edit without its field',
      { ...scenario(), edits: [{ op: 'cordon' }] },
      /\/edits\/0: no edit/,
    ],
    ['a pod that is not there', scenario({ pod: 'shop/none' }), /there is no pod shop\/none/],
    ['a release that there is not', scenario({ profile: 'kubernetes-9' }), /kubernetes-9/],
  ])('with %s is refused', async (_, asked, told) => {
    const { code, complaints } = await replayed(asked)
    expect(code).toBe(2)
    expect(complaints).toMatch(told)
  })

  it('takes no words for what it says itself', async () => {
    const { code, complaints } = await replayed(
      scenario(),
      '--profile',
      'kubernetes-1.36',
      '-p',
      'a/b',
    )
    expect(code).toBe(2)
    expect(complaints).toContain('the scenario says itself what --profile is')
    expect(complaints).toContain('the scenario says itself what --pod is')
  })
})

function nodesGone(count: number): Edit[] {
  const nodes = value.items.filter(({ kind }: { kind: string }) => kind === 'Node')
  return nodes.slice(0, count).map(({ metadata }: { metadata: { name: string } }) => ({
    op: 'removeNode',
    node: metadata.name,
  }))
}
