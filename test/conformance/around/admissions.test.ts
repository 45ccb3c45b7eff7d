import { describe, expect, it } from 'vitest'
import { AdmissionResponse } from '../../../schemas/around/admission-response.ts'
import { makeClient } from '../../api/client.ts'
import {
  type AdmissionAnswer,
  type AdmissionCase,
  admissionRequest,
  outcomeOf,
  recordedOutcomes,
  recordedTold,
  toldOf,
} from './admission-case.ts'
import { applyPatch } from './apply-patch.ts'
import { readFamily } from './read-family.ts'

const FAMILIES = [
  'defaults',
  'limits',
  'names',
  'order',
  'podsecurity',
  'priority',
  'quota',
  'random-bodies',
  'random-clusters',
  'random-pods',
  'runtimeclass',
  'strict',
  'tolerations',
  'validation',
]

const client = makeClient()

async function ask(request: object): Promise<AdmissionResponse> {
  const response = await client.request('/v1/admissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const parsed = AdmissionResponse.parse(answer)
  expect(parsed).toEqual(answer)
  return parsed
}

describe.each(FAMILIES)('a new pod fares as with the API server of v1.37.1: %s', (family) => {
  it.each(readFamily<AdmissionCase, AdmissionAnswer>(family))('$case.name', async (one) => {
    const answer = await ask(admissionRequest(one.case))
    expect(recordedOutcomes(one.answer)).toContainEqual(outcomeOf(answer))
    expect(toldOf(answer)).toEqual(recordedTold(one.answer))

    const { pod, body } = one.case.request
    if (answer.allowed === true) {
      const sent: unknown = body === undefined ? pod : JSON.parse(body)
      expect(applyPatch(sent ?? {}, answer.mutations)).toEqual(answer.pod)
    }
    for (const { by, reason } of answer.mutations) expect(reason).not.toBe(by)
    const isExplained = answer.allowed === true || (answer.refusal?.facts.length ?? 0) > 0
    expect(isExplained).toBe(true)
  })
})
