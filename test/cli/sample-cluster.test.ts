import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EXAMPLE_CLUSTER, EXAMPLE_PODS, runBerth } from './run-berth.ts'

interface Condition {
  type: string
  message: string
}

interface Item {
  kind: string
  metadata: { name: string; namespace: string }
  spec: { nodeName?: string; schedulingGates?: object[] }
  status: { conditions?: Condition[] }
}

interface Answer {
  decisions: { pod: { name: string; namespace: string }; outcome: string; message: string }[]
}

/** By pod, what the PodScheduled condition in the file says. */
function recordedMessages(): Map<string, string> {
  const { items } = JSON.parse(gunzipSync(readFileSync(EXAMPLE_CLUSTER)).toString()) as {
    items: Item[]
  }
  const pending = items.filter(({ kind, spec }) => kind === 'Pod' && !spec.nodeName)
  return new Map(
    pending.map(({ metadata, spec, status }) => {
      const condition = status.conditions?.find(({ type }) => type === 'PodScheduled')
      // The API server wrote that condition; these are the scheduler's words.
      const gated = 'waiting for scheduling gates: [example.com/quota]'
      const message = spec.schedulingGates ? gated : (condition?.message ?? 'scheduled')
      return [`${metadata.namespace}/${metadata.name}`, message]
    }),
  )
}

describe('the pending pods of the example cluster', () => {
  it('get the messages of the real kube-scheduler, word for word', async () => {
    const { code, output } = await runBerth(['decide', '-s', EXAMPLE_CLUSTER, '-o', 'json'])
    const { decisions } = JSON.parse(output) as Answer
    const messages = new Map(
      decisions.map(({ pod, outcome, message }) => [
        `${pod.namespace}/${pod.name}`,
        outcome === 'scheduled' ? outcome : message,
      ]),
    )
    expect(messages).toEqual(recordedMessages())
    expect(messages.size).toBe(12)
    expect(code).toBe(1)
  })

  it('are explained by the demo, in lines of at most 100 columns', async () => {
    const { code, output } = await runBerth(['demo'])
    await expect(output).toMatchFileSnapshot('demo.txt')
    expect(output.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect(code).toBe(0)
  })

  it('get company from a file of manifests, each placement counted for the next', async () => {
    const { code, output } = await runBerth([
      'decide',
      ...['--snapshot', EXAMPLE_CLUSTER],
      ...['--pods', 'src/cli/example/pods.yaml'],
    ])
    await expect(output).toMatchFileSnapshot('pods.txt')
    expect(code).toBe(1)
  })

  it.each([
    { pod: 'ml/huge-0', file: 'waiting-pod.txt', words: [] },
    { pod: 'shop/web', file: 'placed-pod.txt', words: ['-f', EXAMPLE_PODS] },
  ])('are told in full when one is asked for: $pod', async ({ pod, file, words }) => {
    const { output } = await runBerth(['decide', '-s', EXAMPLE_CLUSTER, ...words, '-p', pod])
    await expect(output).toMatchFileSnapshot(file)
  })
})
