import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { commandHelpLines } from '../../src/cli/help.ts'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS, runBerth } from './run-berth.ts'

/** The files that the examples of the help name. */
const FILES = {
  'pod.yaml': `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  containers:
    - { name: web, image: "nginx:1", resources: { requests: { cpu: "2", memory: 4Gi } } }
`,
  'node.yaml': `apiVersion: v1
kind: Node
metadata: { name: large }
status: { allocatable: { cpu: "16", memory: 62Gi, pods: "110" } }
`,
  'key.json': JSON.stringify({ version: 1, words: [['web', 'q01']] }),
  'answer.txt': 'shop/q01 fits\n',
  'accounts.yaml': `apiVersion: v1
kind: ServiceAccount
metadata: { name: default, namespace: shop }
`,
  'script.yaml': `- at: 0
  createPods:
    - pod:
        metadata: { name: late }
        spec: { containers: [{ name: late, resources: { requests: { cpu: "2" } } }] }
      runSeconds: 60
`,
}

const folder = mkdtempSync(join(tmpdir(), 'berth-examples-'))
copyFileSync(EXAMPLE_CLUSTER, join(folder, 'cluster.json.gz'))
copyFileSync(EXAMPLE_PODS, join(folder, 'pods.yaml'))
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)

describe('the examples of the help', () => {
  const examples = COMMANDS.flatMap(({ name, examples: all }) =>
    all.map((example) => ({ name, example })),
  )

  it.each(examples)('berth $example', async ({ name, example }) => {
    const words = example.split(' ')
    expect(words[0]).toBe(name)
    const { code, output, complaints } = await runBerth(words, '', { COLUMNS: '80' }, folder)
    // A report that another program reads says beside itself, to whoever looks on, how it ended.
    const said = /^(berth: (\d+ of \d+ workloads fit, as|\d+ objects in .*; next: .*) \S+\n)?$/
    expect(complaints).toMatch(said)
    expect([0, 1, 3]).toContain(code)
    expect(output === '').toBe(example.includes(' -o shared'))
    // What a shell or a CI server reads is no table.
    if (name === 'completion' || /-o (junit|sarif|github)/.test(example)) return
    const wide = output.split('\n').filter((line) => line.length > 80)
    // Only what is to be copied is not broken, and one word that is longer than a line.
    expect(wide.filter((line) => !/^(Next: |\s*npx |kubectl |\S+$)/.test(line))).toEqual([])
  })

  it.each(COMMANDS)('stand in the help of $name, which has every option', (command) => {
    const page = { columns: 80, paint: (_: unknown, text: string) => text }
    const lines = commandHelpLines(command, page)
    for (const example of command.examples) expect(lines).toContain(`  berth ${example}`)
    for (const option of Object.keys(command.options)) {
      expect(lines.filter((line) => line.includes(`-${option}`))).not.toEqual([])
    }
  })
})
