import { describe, expect, it } from 'vitest'
import { parseQuantity } from '../../src/snapshot/resources/quantity.ts'
import { handleOfInline } from '../../src/snapshot/storage/csi-migration.ts'

/** Long enough that anything but one pass over the text would outlast the test's time limit. */
const LENGTH = 2_000_000

describe('a text of any length is read in one pass', () => {
  it.each([
    { name: 'digits and a letter', text: `${'1'.repeat(LENGTH)}x` },
    { name: 'digits, a point and a letter', text: `${'1'.repeat(LENGTH)}.${'1'.repeat(LENGTH)}x` },
    { name: 'spaces', text: `${' '.repeat(LENGTH)}1${' '.repeat(LENGTH)}x` },
  ])('a quantity of $name', ({ text }) => {
    expect(parseQuantity(text)).toBeNull()
  })

  it('an EBS volume of slashes', () => {
    const volumeId = `aws:///a${'/'.repeat(LENGTH)}x`
    const handle = handleOfInline({ kind: 'awsElasticBlockStore', volumeId })
    expect(handle.ok).toBe(false)
  })
})
