import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pseudonymise } from '../../src/snapshot/pseudonyms/pseudonymise.ts'
import { PseudonymWords, wordsOf } from '../../src/snapshot/pseudonyms/words.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const name = fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,12}[a-z0-9])?$/)
const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,12}[A-Za-z0-9])?$/)
const names = fc.array(fc.oneof(name, label), { maxLength: 40 })
const sorted = (texts: readonly string[]) => [...texts].sort()

function learn(words: PseudonymWords, texts: readonly string[]): void {
  words.addAll(new Set(texts.flatMap(wordsOf)))
}

describe('pseudonyms', () => {
  it('sort as the names do, and give them back, also those that come later', () => {
    return fc.assert(
      fc.property(names, names, names, (first, second, third) => {
        const words = new PseudonymWords()
        const all: string[] = []
        for (const some of [first, second, third]) {
          learn(words, some)
          all.push(...some)
          const hidden = sorted(all).map((one) => words.hide(one))
          expect(hidden).toEqual(sorted(hidden))
          expect(hidden.map((one) => words.reveal(one))).toEqual(sorted(all))
          expect(new Set(hidden).size).toBe(new Set(all).size)
        }
        const again = new PseudonymWords(words.entries)
        for (const one of all) expect(again.hide(one)).toBe(words.hide(one))
      }),
    )
  })

  it('stay short, however many words come between two', () => {
    const words = new PseudonymWords()
    learn(words, ['a', 'c'])
    const more = Array.from({ length: 10_000 }, (_, index) => `b${index}`)
    learn(words, more)
    expect(Math.max(...more.map((one) => words.hide(one).length))).toBeLessThan(20)
  })

  it('are of each word, so that what is put together of names stays so', () => {
    const words = new PseudonymWords()
    learn(words, ['web', 'data', 'web-0'])
    expect(words.hide('data-web-0')).toBe(`${words.hide('data')}-${words.hide('web-0')}`)
  })
})

describe('objects under pseudonyms', () => {
  const secret = 'acme'
  const key = `${secret}.example/pool`
  const term = { key, operator: 'In', values: [secret] }
  const node = makeNode(secret, {
    labels: { [key]: secret, 'kubernetes.io/arch': 'arm64', 'topology.kubernetes.io/zone': secret },
    taints: [{ key, value: secret, effect: 'NoSchedule' }],
    allocatable: { cpu: '4', 'nvidia.com/gpu': '1' },
  })
  const pod = makePod(secret, {
    namespace: secret,
    labels: { app: secret },
    requests: { cpu: '100m', 'nvidia.com/gpu': '1' },
    spec: {
      priorityClassName: 'system-node-critical',
      schedulerName: 'default-scheduler',
      tolerations: [{ key, operator: 'Equal', value: secret, effect: 'NoSchedule' }],
      nodeSelector: { 'kubernetes.io/arch': 'arm64', [key]: secret },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [term, { key: 'cpus', operator: 'Gt', values: ['16'] }] },
            ],
          },
        },
      },
    },
  })
  const hide = () => {
    const words = new PseudonymWords()
    const objects = pseudonymise(
      new Map([
        [
          'nodes',
          [{ ...node, status: { ...Object(node).status, nodeInfo: { machineID: 'acme' } } }],
        ],
        ['pods', [pod]],
      ] as const),
      words,
    )
    return { words, text: JSON.stringify(Object.fromEntries(objects)) }
  }

  it('say nothing of names that somebody gave', () => {
    expect(hide().text).not.toMatch(/acme|example|pool/)
  })

  it('keep what means something to Kubernetes', () => {
    const { text } = hide()
    for (const kept of [
      '"kubernetes.io/arch":"arm64"',
      '"topology.kubernetes.io/zone":',
      '"effect":"NoSchedule"',
      '"operator":"Gt","values":["16"]',
      '"nvidia.com/gpu":"1"',
      '"cpu":"100m"',
      '"system-node-critical"',
      '"default-scheduler"',
    ]) {
      expect(text).toContain(kept)
    }
  })

  it('give the same pseudonyms for the same names', () => {
    const [a, b] = [hide(), hide()]
    expect(a.text).toBe(b.text)
    expect(JSON.parse(a.words.reveal(a.text)).pods[0].metadata.namespace).toBe(secret)
  })
})
