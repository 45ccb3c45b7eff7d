import { describe, expect, it } from 'vitest'
import { expandFiles } from '../../src/cli/sources/expand-files.ts'
import { sourcesOf } from '../../src/cli/sources/sources.ts'

const pod = (name: string) => ({ kind: 'Pod', metadata: { name }, spec: {} })
const untyped = <Value extends { kind: string }>({ kind: _, ...rest }: Value) => rest
const NODES = sourcesOf('cluster', [{ nodes: [{ metadata: { name: 'n1' } }] }])

function expand(...documents: unknown[]) {
  const found = expandFiles(sourcesOf('app.yaml', documents), NODES, 'ignore')
  if (!found.ok) return found.error
  return found.value.pods.map(({ value, name, pointer }) => {
    const { metadata } = value as { metadata: { name: string } } // all values here are pods
    return `${metadata.name}: ${name}${pointer}`
  })
}

describe('files of manifests', () => {
  it('are pods in their order, in every form that they come in', () => {
    expect(
      expand(
        pod('a'),
        { kind: 'List', items: [pod('b'), { kind: 'PodList', items: [untyped(pod('c'))] }] },
        [pod('d')],
      ),
    ).toEqual([
      'a: app.yaml, document 1',
      'b: app.yaml, document 2/items/0',
      'c: app.yaml, document 2/items/1/items/0',
      'd: app.yaml, document 3/0',
    ])
  })

  it('are also the pods of what makes pods, told by their template', () => {
    const spec = { replicas: 2, template: { spec: {} } }
    expect(expand({ kind: 'ReplicaSet', metadata: { name: 'web' }, spec })).toEqual([
      'web-bbbbb: app.yaml/spec/template',
      'web-bbbbc: app.yaml/spec/template',
    ])
  })

  it('tell all that is wrong with them by file and place', () => {
    const broken = { kind: 'Job', metadata: { name: 'j' }, spec: { parallelism: -1, template: {} } }
    expect(expand(broken, { metadata: { name: 'bare' } })).toEqual([
      'app.yaml, document 1: /spec/parallelism (Job j): expected a whole number, 0 or more',
      'app.yaml, document 2: /kind (bare): a manifest has a kind',
    ])
  })
})
