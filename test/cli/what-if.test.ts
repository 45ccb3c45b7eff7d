import { describe, expect, it } from 'vitest'
import { makeFile } from './files.ts'
import { EXAMPLE_CLUSTER, runBerth } from './run-berth.ts'

const NODE = 'ip-10-0-10-42.eu-west-1.compute.internal'
const ask = (...words: string[]) => runBerth([...words, '-s', EXAMPLE_CLUSTER])
const json = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await ask(...words, '-o', 'json')).output)

describe('edits of the command', () => {
  it('say of a node that is gone where its pods go', async () => {
    const { code, output } = await ask('compare', '--without-node', NODE)
    expect(output).toContain('5 of 17 pods change, 4 moved, 1 lost its place')
    expect(output).toMatch(/shop\/api-28 +~ moves +ip-10-0-10-42 +ip-10-0-14-110/)
    expect(code).toBe(1)
  })

  it('are those of the API, from files too', async () => {
    const file = makeFile('edits.yaml', `- op: removeNode\n  node: ${NODE}`)
    const same = ['--edits', file]
    const answer = await json('decide', '-p', 'shop/nowhere-0', '--without-node', NODE)
    const { decisions } = Object(answer)
    expect(Object(await json('decide', '-p', 'shop/nowhere-0', ...same)).decisions).toEqual(
      decisions,
    )
    expect(decisions).toHaveLength(6)
  })

  it('change what fits, and what is explained', async () => {
    const taint = ['--taint', `${NODE},dedicated=batch:NoSchedule`]
    const more = ['--add-node', `${NODE}=3`, '--cordon', NODE, ...taint]
    const answer = await json('capacity', '-p', 'shop/web-5', ...more)
    expect(Object(answer).input.nodes).toBe(52)
    const why = await json('why', 'shop/nowhere-0', '--without-node', NODE)
    expect(Object(why).input.edited.pendingAgain).toHaveLength(5)
  })

  it.each([
    [['--cordon', 'none'], '--cordon none: there is no node "none"'],
    [['--taint', `${NODE},k=v`], `--taint ${NODE},k=v/effect: `],
    [['--scale', 'deployment/none=2'], '--scale deployment/none=2: no pod of Deployment'],
    [['--scale', 'job/none=2'], '--scale job/none=2/kind: '],
    [['--add-node', `${NODE}=0`], `--add-node ${NODE}=0/count: `],
  ])('refuse %s', async (words, said) => {
    const { code, complaints } = await ask('decide', ...words)
    expect(complaints).toContain(said)
    expect(code).toBe(2)
  })
})

describe('--validate', () => {
  const misspelt = () =>
    makeFile('pod.json', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { nodeSelectors: {}, containers: [{ name: 'c', image: 'x' }] },
    })
  const said = 'unknown field "spec.nodeSelectors"; did you mean "nodeSelector"?'

  it('is strict unless told otherwise', async () => {
    const { code, complaints } = await ask('decide', '-f', misspelt())
    expect(complaints).toMatch(/pod\.json: \/spec\/nodeSelectors \(Pod p\): /)
    expect(complaints).toContain(said)
    expect(code).toBe(2)
  })

  it('warns, or says nothing', async () => {
    const warned = await ask('decide', '-f', misspelt(), '--validate', 'warn')
    expect(warned.complaints).toContain(`warning: `)
    expect(warned.code).toBe(0)
    const ignored = await ask('decide', '-f', misspelt(), '--validate', 'ignore')
    expect(ignored).toMatchObject({ complaints: '', code: 0 })
  })
})
