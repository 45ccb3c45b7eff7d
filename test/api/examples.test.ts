import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../schemas/examples.ts'
import { OPERATIONS } from '../../schemas/operations.ts'
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
})
