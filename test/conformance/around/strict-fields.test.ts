import { describe, expect, it } from 'vitest'
import { checkFields } from '../../../src/admission/decode/check-fields.ts'
import type { AdmissionAnswer, AdmissionCase } from './admission-case.ts'
import { readFamily } from './read-family.ts'

const STRICT = 'strict decoding error: '

/** Where JSON.parse has settled nothing before: no field is given twice. */
const cases = ['strict', 'random-bodies'].flatMap((family) =>
  readFamily<AdmissionCase, AdmissionAnswer>(family).flatMap(({ case: one, answer }) => {
    const { body, fieldValidation } = one.request
    const message = answer.error?.message ?? ''
    if (fieldValidation !== 'Strict' || !message.includes(STRICT)) return []
    if (body === undefined || message.includes('duplicate field')) return []
    const said = message.slice(message.indexOf(STRICT) + STRICT.length)
    return [{ name: one.name, pod: JSON.parse(body) as unknown, said }]
  }),
)

describe('unknown fields of pods', () => {
  it('are among the recorded answers', () => {
    expect(cases.length).toBeGreaterThanOrEqual(10)
  })

  it.each(cases)('are those of the API server, word for word: $name', ({ pod, said }) => {
    const faults = checkFields(pod, 'Pod', 'v1').filter(({ kind }) => kind === 'unknown')
    expect(faults.map(({ message }) => message.split('; ')[0]).join(', ')).toBe(said)
  })
})
