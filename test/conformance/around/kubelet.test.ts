import { describe, expect, it } from 'vitest'
import type { AdmissionResponse } from '../../../schemas/around/admission-response.ts'
import { makeClient } from '../../api/client.ts'
import { type AdmissionCase, admissionRequest } from './admission-case.ts'
import { readFamily } from './read-family.ts'

interface KubeletAnswer {
  name: string
  admit: boolean
  reason: string
  message: string
  /** Pods that were ended for a critical one. */
  killed: string[]
}

const client = makeClient()

describe('a pod that names its node fares as with the kubelet of v1.37.1', () => {
  it.each(readFamily<AdmissionCase, KubeletAnswer>('kubelet'))('$case.name', async (one) => {
    const response = await client.request('/v1/admissions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admissionRequest(one.case)),
    })
    const { kubelet } = (await response.json()) as AdmissionResponse // held against its schema elsewhere
    const { admit, reason, message, killed } = one.answer
    expect(kubelet).toMatchObject({
      admits: admit,
      reason,
      message: admit ? '' : `Pod was rejected: ${message}`,
      preempts: killed,
    })
  })
})
