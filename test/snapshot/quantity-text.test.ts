import { describe, expect, it } from 'vitest'
import { quantityOf, readQuantity } from '../../src/snapshot/resources/quantity-text.ts'

describe('quantities as the API writes them', () => {
  // As apimachinery 0.36.3 wrote them.
  it.each([
    ['1024Mi', '1Gi'],
    ['1Gi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['1023', '1023'],
    ['1024Ki', '1Mi'],
    ['0.5Gi', '512Mi'],
    ['0.5Ki', '512'],
    ['1000', '1k'],
    ['1500m', '1500m'],
    ['0.5', '500m'],
    ['2.5', '2500m'],
    ['5e1', '50'],
    ['1e3', '1e3'],
    ['12e2', '1200'],
    ['0', '0'],
    ['0.0', '0'],
    ['00', '0'],
    ['-250m', '-250m'],
    [' 8 ', '8'],
  ])('%s is %s', (text, want) => {
    expect(readQuantity(text)?.text).toBe(want)
  })

  it('of whole numbers in each form', () => {
    expect(quantityOf(2n ** 30n, 'BinarySI').text).toBe('1Gi')
    expect(quantityOf(1000n, 'DecimalSI').text).toBe('1k')
    expect(quantityOf(1000n, 'DecimalExponent').text).toBe('1e3')
  })

  it('are equal to Go only when they are kept alike', () => {
    const identity = (text: string) => readQuantity(text)?.identity
    expect(identity('1Gi')).toBe(identity('1Gi'))
    expect(identity('1Gi')).not.toBe(identity('1024Mi'))
    expect(identity('1.5Gi')).toBeNull()
  })

  it('are refused when they are none', () => {
    expect(readQuantity('much')).toBeNull()
  })
})
