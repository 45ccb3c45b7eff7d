import { describe, expect, it } from 'vitest'
import { makeFile, podYaml } from './files.ts'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS, runBerth } from './run-berth.ts'

const why = (...words: string[]) => runBerth(['why', '-s', EXAMPLE_CLUSTER, ...words])

describe('berth why', () => {
  it('tells the dominant cause and a verified way out', async () => {
    const { code, output } = await why('shop/nowhere-0')
    expect(code).toBe(1)
    const [first, ...rest] = output.split('\n')
    expect(first).toContain("✗ shop/nowhere-0: node(s) didn't match Pod's node affinity/selector")
    expect(rest.join(' ')).toContain('pool=arm')
    expect(output).toContain('  - drop pool=arm from the node selector: fits on 41 nodes')
  })

  it('tells all of a pod that waits', async () => {
    const { output } = await why('shop/skewed-0')
    await expect(output).toMatchFileSnapshot('why.txt')
  })

  it('asks what if of a pod that a manifest makes', async () => {
    const node = 'ip-10-0-17-192.eu-west-1.compute.internal'
    const { code, output } = await why('-f', EXAMPLE_PODS, 'shop/web', '--cordon', node)
    expect(output).toContain('✓ shop/web: goes to any of 3 nodes')
    expect(code).toBe(0)
  })

  it('tells of a placed pod why not elsewhere', async () => {
    const { code, output } = await why('-f', EXAMPLE_PODS, 'shop/web')
    expect(code).toBe(0)
    expect(output).toContain('✓ shop/web: goes to any of 4 nodes, such as ip-10-0-17-192')
    expect(output).toContain('  - ip-10-0-19-114: 2 points behind (NodeResourcesFit -2)')
  })

  it('answers as POST /v1/explanations does with -o json, one node with --node', async () => {
    const node = 'ip-10-0-6-113.eu-west-1.compute.internal'
    const { output } = await why('nowhere-0', '--node', node, '-o', 'json')
    const { nodes, wouldHelp } = JSON.parse(output)
    expect(nodes).toMatchObject([{ node }])
    expect(wouldHelp.length).toBeGreaterThan(0)
  })

  it('sees all that the files of -f hold, as decide does', async () => {
    const node = (name: string, cpu: string) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name },
      status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
    })
    const cluster = makeFile('cluster.json', { nodes: [node('small', '1')], pods: [] })
    const pod = podYaml('web', '2')
    const files = makeFile('web.yaml', `${JSON.stringify(node('big', '4'))}\n---\n${pod}`)
    const placed = await runBerth(['why', '-s', cluster, '-f', files, 'web'])
    expect(placed).toMatchObject({ code: 0, output: expect.stringContaining('goes to big') })
    const picky = pod.replace('spec: {', 'spec: { nodeSelector: { pool: x },')
    const labelled = makeFile('picky.yaml', `${JSON.stringify(node('big', '4'))}\n---\n${picky}`)
    const helped = await runBerth(['why', '-s', cluster, '-f', labelled, 'web'])
    expect(helped).toMatchObject({ code: 1, output: expect.stringContaining('label big with') })
  })

  it('sees the claims that a StatefulSet of -f makes', async () => {
    const manifest = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: {
            containers: [{ name: 'db', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
          },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: '1Gi' } },
              storageClassName: 'none',
            },
          },
        ],
      },
    }
    const files = makeFile('db.json', manifest)
    const answer = await why('-f', files, 'db-0', '-o', 'json')
    const decided = await runBerth(['decide', '-s', EXAMPLE_CLUSTER, '-f', files, '-o', 'json'])
    const [{ outcome, message }] = JSON.parse(decided.output).decisions
    expect(JSON.parse(answer.output).decision).toMatchObject({ outcome, message })
    expect(message).toContain('unbound immediate PersistentVolumeClaims')
  })

  it.each([
    { words: [], says: 'usage: berth why' },
    { words: ['shop/none'], says: 'there is no pod shop/none' },
    { words: ['nowere-0'], says: 'there is no pod default/nowere-0; did you mean nowhere-0?' },
    { words: ['nowhere-0', '--node', 'x'], says: 'there is no node "x"' },
    {
      words: ['nowhere-0', '-o', 'xml'],
      says: '--output is one of text, wide, json, yaml, name, not "xml"',
    },
  ])('refuses $words', async ({ words, says }) => {
    const { code, complaints } = await why(...words)
    expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(says) })
  })
})
