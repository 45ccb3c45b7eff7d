import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { EXAMPLE_CLUSTER, runBerth } from './run-berth.ts'

const folder = mkdtempSync(join(tmpdir(), 'berth-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pod = makePod('p', { spec: { volumes: [] } })
const SECRETS = {
  ...pod,
  metadata: {
    name: 'p',
    annotations: { note: 'private', 'volume.kubernetes.io/selected-node': 'a' },
    managedFields: [{ manager: 'kubectl' }],
  },
  spec: { containers: [{ name: 'c', image: 'i', env: [{ name: 'PASSWORD', value: 'private' }] }] },
}

/** A kubectl that knows the kinds given, prints the objects given, and keeps what it was asked. */
function installKubectl(
  resources: readonly string[],
  objects: readonly object[],
  exit = 0,
): string {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
  writeFileSync(join(bin, 'list.json'), list)
  writeFileSync(join(bin, 'resources'), resources.join('\n'))
  const script = `#!/bin/sh
PATH=/usr/bin:/bin
echo "$@" >> ${bin}/asked
if [ ${exit} -ne 0 ]; then echo "no server there" >&2; exit ${exit}; fi
case "$1" in api-resources) cat ${bin}/resources ;; get) cat ${bin}/list.json ;; esac
`
  writeFileSync(join(bin, 'kubectl'), script)
  chmodSync(join(bin, 'kubectl'), 0o755)
  return bin
}

function snapshot(bin: string, ...words: string[]) {
  return runBerth(['snapshot', ...words], '', { PATH: `${bin}:${process.env['PATH']}` })
}

describe('--live', () => {
  const live = (bin: string, ...words: string[]) =>
    runBerth(words, '', { PATH: `${bin}:${process.env['PATH']}` })

  it('asks the cluster for all that the decision reads, whatever it does not have', async () => {
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }]
    const objects = [makeNode('a'), makePod('db', { spec: { volumes } })]
    const bin = installKubectl(['nodes', 'pods', 'persistentvolumeclaims'], objects)
    const { code, output } = await live(bin, 'decide', '--live', '--context', 'prod')
    expect(code).toBe(1)
    expect(output).toContain('persistentvolumeclaim "c" not found')
    expect(readFileSync(join(bin, 'asked'), 'utf8')).toContain('--context prod')
    const why = await live(bin, 'why', 'db', '--live')
    expect(why).toMatchObject({ code: 1, output: expect.stringContaining('"c" not found') })
  })

  it.each([
    { words: ['--live', '-s', 'x.json'], says: 'give --live or --snapshot, not both' },
    { words: ['--context', 'prod'], says: '--context and --kubeconfig go with --live' },
  ])('refuses $words', async ({ words, says }) => {
    const { code, complaints } = await runBerth(['decide', ...words])
    expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(says) })
  })

  it('tells what kubectl says where it fails', async () => {
    const { code, complaints } = await live(installKubectl([], [], 1), 'decide', '--live')
    expect({ code, complaints }).toEqual({
      code: 2,
      complaints: expect.stringContaining('no server there'),
    })
  })
})

describe('berth snapshot', () => {
  it('gets every kind at once, leaves out what nobody reads, and says which kinds are not there', async () => {
    const bin = installKubectl(['nodes', 'pods', 'services'], [makeNode('a'), SECRETS])
    const { code, output, complaints } = await snapshot(bin, '--context', 'prod')
    expect(code).toBe(0)
    expect(readFileSync(join(bin, 'asked'), 'utf8')).toContain(
      'get nodes,pods,services --all-namespaces -o json --context prod',
    )
    const { nodes, pods, services, ...others } = JSON.parse(output)
    expect(nodes).toHaveLength(1)
    expect(services).toEqual([])
    // What the server does not have there is none of.
    expect(Object.values(others).flat()).toEqual([])
    expect(others).toHaveProperty('persistentVolumeClaims')
    expect(output).not.toContain('private')
    expect(output).not.toContain('managedFields')
    expect(pods[0].metadata.annotations).toEqual({ 'volume.kubernetes.io/selected-node': 'a' })
    expect(complaints).toContain('the server has no priorityclasses.scheduling.k8s.io')
  })

  it('writes a file, gzip if it is called so, from which berth decides', async () => {
    const bin = installKubectl(['nodes', 'pods', 'services'], [makeNode('a'), makePod('p')])
    const file = join(folder, 'cluster.json.gz')
    const { code, complaints } = await snapshot(bin, '-o', file)
    expect({ code, complaints }).toEqual({ code: 0, complaints: expect.stringContaining(file) })
    expect(JSON.parse(gunzipSync(readFileSync(file)).toString())).toMatchObject({ services: [] })
    const decided = await runBerth(['decide', '-s', file])
    expect(decided.output).toContain('default/p')
  })

  it('shows its command', async () => {
    const { output } = await runBerth(['snapshot', '--show-command'])
    expect(output).toMatch(/^kubectl get nodes,pods,.*deviceclasses\.resource\.k8s\.io/)
  })

  it.each([
    { name: 'kubectl fails', bin: () => installKubectl([], [], 1), says: 'no server there' },
    {
      name: 'there is no kubectl',
      bin: () => mkdtempSync(join(folder, 'none-')),
      says: 'no kubectl',
    },
  ])('exits with 2 where $name', async ({ bin, says }) => {
    const only = bin()
    const { code, complaints } = await runBerth(['snapshot'], '', { PATH: only })
    expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(says) })
  })
})

describe('--pseudonyms', () => {
  it('writes what can be shared, and the key to what is answered of it', async () => {
    const [key, shared, again] = ['key.json', 'shared.json.gz', 'again.json.gz'].map((name) =>
      join(folder, name),
    )
    const words = ['snapshot', '-s', EXAMPLE_CLUSTER, '--pseudonyms', String(key), '-o']
    expect(await runBerth([...words, String(shared)])).toMatchObject({ code: 0, output: '' })
    expect(statSync(String(key)).mode & 0o777).toBe(0o600)
    const text = gunzipSync(readFileSync(String(shared))).toString()
    expect(text).not.toMatch(/shop|trainer|eu-west|example\.com\/quota/)
    const found = await runBerth(['decide', '-s', String(shared), '-o', 'json'])
    const { output } = await runBerth(['reveal', String(key)], found.output)
    const original = await runBerth(['decide', '-s', EXAMPLE_CLUSTER, '-o', 'json'])
    expect(JSON.parse(output).decisions).toEqual(JSON.parse(original.output).decisions)
    await runBerth([...words, String(again)])
    expect(gunzipSync(readFileSync(String(again))).toString()).toBe(text)
  })

  it('refuses what is no key', async () => {
    const wrong = join(folder, 'wrong.json')
    writeFileSync(wrong, '{"version":1,"words":[["a","b"]]}')
    const words = ['snapshot', '-s', EXAMPLE_CLUSTER, '--pseudonyms', wrong]
    const refused = { code: 2, complaints: expect.stringContaining('it is no key file') }
    expect(await runBerth(words)).toMatchObject(refused)
    expect(await runBerth(['reveal', wrong], 'text')).toMatchObject(refused)
  })
})
