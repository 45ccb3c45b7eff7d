import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeFile, podYaml } from './files.ts'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS } from './run-berth.ts'
import { runDecide } from './run-decide.ts'

const NODE = 'kind: Node\nmetadata: { name: a }\nstatus: { allocatable: { cpu: 2, pods: 10 } }\n'

describe('berth decide', () => {
  it('reads a snapshot in YAML, and one in several files', async () => {
    const nodes = makeFile('nodes.yaml', NODE)
    const waiting = makeFile('waiting.yaml', podYaml('web', '1'))
    const { code, output } = await runDecide('-s', nodes, '-s', waiting)
    expect(output).toContain('✓ default/web: goes to a\n')
    expect(code).toBe(0)
  })

  it('reads a snapshot of several documents, packed', async () => {
    const path = makeFile('cluster.yaml.gz', '')
    writeFileSync(path, gzipSync(`${NODE}---\n${podYaml('web', '1')}`))
    const { output } = await runDecide('-s', path)
    expect(output).toContain('✓ default/web: goes to a\n')
  })

  it('runs the configuration that it is given', async () => {
    const config = makeFile(
      'config.yaml',
      `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins: { score: { disabled: [{ name: '*' }], enabled: [{ name: ImageLocality, weight: 7 }] } }
`,
    )
    const words = ['-s', EXAMPLE_CLUSTER, '-f', EXAMPLE_PODS, '-p', 'shop/web', '-o', 'json']
    const { output } = await runDecide(...words, '--config', config)
    const { decisions } = JSON.parse(output) as {
      decisions: { scores: { plugins: Record<string, { weight: number }> }[] }[]
    }
    const plugins = decisions[0]?.scores[0]?.plugins ?? {}
    expect(Object.keys(plugins)).toEqual(['ImageLocality'])
    expect(plugins['ImageLocality']?.weight).toBe(7)
  })

  it('asks the release that it is given', async () => {
    const words = ['-s', EXAMPLE_CLUSTER, '-p', 'ml/huge-0', '--explain', 'summary']
    const { output } = await runDecide(...words, '--profile', 'kubernetes-1.36')
    expect(output).toContain('running pods · kubernetes-1.36')
    expect(output).toContain('no new claims to deallocate, preemption: 0/49 nodes')
  })

  it('asks a classic release for its own accidents, or without them', async () => {
    const policy = makeFile('policy.json', {
      kind: 'Policy',
      predicates: [{ name: 'PodFitsPorts' }],
    })
    const words = ['-s', EXAMPLE_CLUSTER, '-p', 'monitoring/agent-two-0', '--config', policy]
    const asIs = await runDecide(...words, '--profile', 'classic-1.11')
    const fixed = await runDecide(...words, '--profile', 'classic-1.11', '--fixes')
    expect(asIs.output).toContain('✓ monitoring/agent-two-0: goes to')
    expect(asIs.output).toContain('About the rules:\n  PodFitsPorts: ')
    expect(fixed.output).toContain('✗ monitoring/agent-two-0: no node fits')
  })

  it('answers the same bytes to the same question', async () => {
    const words = ['-s', EXAMPLE_CLUSTER, '-f', EXAMPLE_PODS, '-o', 'json'] as const
    const first = await runDecide(...words)
    const second = await runDecide(...words)
    const other = await runDecide(...words, '-p', 'shop/web')
    expect(second.output).toBe(first.output)
    expect(idOf(other.output)).not.toBe(idOf(first.output))
  })

  it('says so when no pod waits', async () => {
    const { code, output } = await runDecide('-s', makeFile('nodes.yaml', NODE))
    expect(output).toContain('No pod of the snapshot waits for this scheduler')
    expect(code).toBe(0)
  })
})

function idOf(output: string): string {
  return (JSON.parse(output) as { id: string }).id
}

describe('berth decide refuses', () => {
  it.each([
    { words: ['-s', 'src'], says: 'src: this is a directory' },
    { words: ['--depth'], says: 'there is no option --depth' },
    { words: ['-o', 'xml'], says: 'yaml, name, junit, sarif, github, not "xml"' },
    { words: ['--explain', 'all'], says: '--explain is one of full, summary, decision, not "all"' },
    { words: ['-f', '-'], says: 'only one of the files can be standard input (-)' },
    { words: ['-s', EXAMPLE_CLUSTER, '--profile', 'k'], says: '--profile: "k" is not a profile' },
    {
      words: ['-s', EXAMPLE_CLUSTER, '-p', 'claims-0'],
      says: '--pod: there is no pod default/claims-0, but data/claims-0',
    },
  ])('$words', async ({ words, says }) => {
    const { code, output, complaints } = await runDecide(...words)
    expect(complaints).toContain(says)
    expect(output).toBe('')
    expect(code).toBe(2)
  })

  it.each([
    {
      what: 'bad quantities, all of them',
      name: 'pods.yaml',
      text: `${podYaml('web', '1x')}---\n${podYaml('api', 'much')}`,
      says: [
        'pods.yaml, document 1: /spec/containers/0/resources/requests/cpu (Pod web): "1x" is not a quantity',
        'pods.yaml, document 2: /spec/containers/0/resources/requests/cpu (Pod api): "much" is not a quantity',
      ],
    },
    {
      what: 'objects of which no pods can be made',
      name: 'release.yaml',
      text: 'kind: Deployment\nmetadata: { name: web, namespace: shop }\n---\nkind: Pod\nspec: {}\n',
      says: [
        'release.yaml, document 1: /spec/template (Deployment shop/web): expected an object',
        'release.yaml, document 2: /metadata/name: the object has no name',
      ],
    },
    {
      what: 'broken JSON',
      name: 'pods.json',
      text: '{"kind":"Pod",}',
      says: ['pods.json: A property name in double quotes was expected at line 1, column 15'],
    },
    {
      what: 'broken YAML',
      name: 'broken.yaml',
      text: 'kind: Pod\n  metadata: [\n',
      says: [
        'broken.yaml: Nested mappings are not allowed in compact mappings at line 1, column 7',
      ],
    },
    {
      what: 'YAML that unfolds without end',
      name: 'bomb.yaml',
      text: bomb(12),
      says: ['bomb.yaml: Excessive alias count indicates a resource exhaustion attack'],
    },
    {
      what: 'damaged archives',
      name: 'pods.json',
      text: '\u001f\u008b no gzip',
      says: ['pods.json: '],
    },
    {
      what: 'empty files',
      name: 'empty.yaml',
      text: '',
      says: ['empty.yaml: there is nothing in it'],
    },
  ])('$what', async ({ name, text, says }) => {
    const { code, output, complaints } = await runDecide(
      ...['-s', EXAMPLE_CLUSTER],
      ...['-f', makeFile(name, text)],
    )
    for (const line of says) expect(complaints).toContain(line)
    expect(output).toBe('')
    expect(code).toBe(2)
  })

  it('a configuration that the scheduler would refuse, with the place in the file', async () => {
    const config = makeFile(
      'config.yaml',
      `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 101
`,
    )
    const { code, complaints } = await runDecide('-s', EXAMPLE_CLUSTER, '--config', config)
    expect(complaints).toContain('config.yaml: /percentageOfNodesToScore: ')
    expect(code).toBe(2)
  })

  it('YAML that opens without end, in a few lines', async () => {
    const { code, complaints } = await runDecide('-s', makeFile('flow.yaml', '{'.repeat(1000)))
    expect(complaints).toMatch(/^\S+flow\.yaml: too many lists and maps inside each other\n/)
    expect(complaints.trim().split('\n').length).toBeLessThanOrEqual(10)
    expect(code).toBe(2)
  })

  it('a snapshot with a bad object, naming file, place and object', async () => {
    const cluster = makeFile('cluster.json', {
      kind: 'List',
      items: [{ kind: 'Node', metadata: { name: 'a' }, status: { allocatable: { cpu: 'two' } } }],
    })
    const { complaints } = await runDecide('-s', cluster, '-f', EXAMPLE_PODS)
    expect(complaints).toMatch(
      /cluster\.json: \/items\/0\/status\/allocatable\/cpu \(Node a\): "two" is not a quantity/,
    )
  })
})

/** Each line names the one before nine times. */
function bomb(lines: number): string {
  const names = Array.from({ length: lines }, (_, line) => `a${line}`)
  return names
    .map((name, line) => {
      const before = line === 0 ? 'x' : `*a${line - 1}`
      return `${name}: &${name} [${Array(9).fill(before).join(', ')}]\n`
    })
    .join('')
}
