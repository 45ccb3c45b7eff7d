import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTolerated, tolerates } from '../../src/snapshot/nodes/taint.ts'

const key = fc.constantFrom('', 'a', 'b', 'c')
const value = fc.constantFrom('', 'x', 'y')
const effect = fc.constantFrom('', 'NoSchedule', 'NoExecute', 'PreferNoSchedule')
const operator = fc.constantFrom('', 'Equal', 'Exists', 'Gt')
const taint = fc.record({ key, value, effect })
const toleration = fc.record({ key, operator, value, effect })

it('a list of tolerations of any length covers what one of them covers', () => {
  fc.assert(
    fc.property(fc.array(toleration, { maxLength: 40 }), taint, (list, one) => {
      expect(isTolerated(list, one)).toBe(list.some((each) => tolerates(each, one)))
    }),
    { numRuns: 2000 },
  )
})
