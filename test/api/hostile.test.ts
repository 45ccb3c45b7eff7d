import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleCases } from '../conformance/sample.ts'
import { makeClient } from './client.ts'

const client = makeClient()

/** Small ones of nearly every family, so that every reader and every plugin is met. */
const requests = ['kubernetes-1.37', 'kubernetes-1.35', 'classic-1.11']
  .flatMap(sampleCases)
  .map(({ request }) => JSON.stringify(request))
  .filter((body) => body.length < 20_000)

/** What hand-made or hostile JSON puts where something else belongs. */
const hostileValue = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'x',
  '1e99999',
  '-5Gi',
  '\u0000',
  [],
  [null],
  [[]],
  [{}],
  {},
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse('{"constructor":null,"toString":1}'),
)

type Slot = { readonly owner: Record<string, unknown>; readonly key: string }

/** Every place of a JSON value where another value can be put. */
function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown> // arrays take their indices as keys too
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...slotsOf(owner[key])])
}

describe('a request with wrong values in some places', () => {
  it('is decided or refused, never a failure', async () => {
    const change = fc.record({ at: fc.nat(), value: hostileValue })
    const request = fc.constantFrom(...requests)
    await fc.assert(
      fc.asyncProperty(
        request,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (text, changes) => {
          const body: unknown = JSON.parse(text)
          for (const { at, value } of changes) {
            const slots = slotsOf(body)
            const slot = slots[at % slots.length]
            if (slot !== undefined) slot.owner[slot.key] = structuredClone(value)
          }
          const response = await client.decide(JSON.stringify(body))
          const answer = await response.text()
          expect([200, 413, 422], answer + client.logged.at(-2)).toContain(response.status)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
