import { describe, expect, it } from 'vitest'
import { CALL_EXAMPLES } from '../../schemas/call-examples.ts'
import { EXAMPLES } from '../../schemas/examples.ts'
import { OPERATIONS } from '../../schemas/operations.ts'
import { runCalls } from '../../schemas/run-calls.ts'
import { runExamples } from '../../schemas/run-examples.ts'

describe('the examples of the OpenAPI document', () => {
  it('are answered as they say', async () => {
    expect(await runExamples()).toEqual(EXAMPLES)
  })

  it('belong to operations and fit their schemas', () => {
    for (const [id, examples] of EXAMPLES) {
      const operation = OPERATIONS.find((one) => one.id === id)
      const [answer] = operation?.answers ?? []
      for (const [name, { request, response }] of Object.entries(examples)) {
        expect(operation?.request?.safeParse(request).error, name).toBeUndefined()
        expect(answer?.body?.parse(response), name).toEqual(response)
      }
    }
  })

  it('of one call each are answered as they say, and fit their schemas', async () => {
    expect(await runCalls()).toEqual(CALL_EXAMPLES)
    for (const [id, { request, response }] of Object.entries(CALL_EXAMPLES)) {
      const operation = OPERATIONS.find((one) => one.id === id)
      expect(operation?.request?.safeParse(request).error, id).toBeUndefined()
      const [{ body, contentType } = {}] = operation?.answers ?? []
      if (contentType === 'application/x-ndjson') expect(response, id).toBeDefined()
      else expect(body?.safeParse(response).error, id).toBeUndefined()
    }
  })

  it('are there for every operation, with the body that it takes', () => {
    for (const { id, request } of OPERATIONS.filter((one) => one.id !== 'openapi')) {
      const whole = Object.values(EXAMPLES.get(id) ?? {})
      const examples = [...whole, ...(id in CALL_EXAMPLES ? [CALL_EXAMPLES[id]] : [])]
      expect(examples.length, id).toBeGreaterThan(0)
      if (request !== undefined) expect(examples[0]?.request, id).toBeDefined()
    }
  })
})
