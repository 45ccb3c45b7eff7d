import { expect, it } from 'vitest'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { sampleCases } from '../conformance/sample.ts'
import { makeClient } from './client.ts'

const client = makeClient()

it.each(sampleCases('kubernetes-1.37'))(
  '$name is answered as the schema says, without an unknown field',
  async ({ request }) => {
    for (const explain of ['full', 'summary', 'decision']) {
      const options = { explain, defaulting: false, now: '2026-11-21T12:00:00Z' }
      const answer: unknown = await (await client.decide({ ...request, options })).json()
      expect(DecisionResponse.parse(answer)).toEqual(answer)
    }
  },
)
