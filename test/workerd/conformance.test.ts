import { exports } from 'cloudflare:workers'
import { expect, inject, it } from 'vitest'
import { compareModern } from '../conformance/compare-modern.ts'
import { inWords } from '../conformance/difference.ts'

it.each(inject('samples'))(
  'inside workerd $name is decided as kube-scheduler did',
  async (sample) => {
    const response = await exports.default.fetch('http://berth.test/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sample.request),
    })
    const text = await response.text()
    expect(response.status, text).toBe(200)
    const { decisions }: Answer = JSON.parse(text)
    expect(decisions).toHaveLength(sample.results.length)
    const differences = sample.results.flatMap((result, pod) => {
      const decision = decisions[pod]
      return decision === undefined ? [] : compareModern(result, decision).map(inWords)
    })
    expect(differences).toEqual([])
  },
)

interface Answer {
  readonly decisions: Parameters<typeof compareModern>[1][]
}
