import { expect, it } from 'vitest'
import { csiLimitKey, sha1 } from '../../../src/scheduler/classic/csi-limit-key.ts'

it.each([
  { text: '', want: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' },
  { text: 'abc', want: 'a9993e364706816aba3e25717850c26c9cd0d89d' },
  {
    text: 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    want: '84983e441c3bd26ebaae4aa1f95129e5e54670f1',
  },
])('sha1 of "$text" is that of FIPS 180-4', ({ text, want }) => {
  expect(sha1(text)).toBe(want)
})

it('names a limit after the driver, and hashes names that are too long for a resource', () => {
  expect(csiLimitKey('ebs.csi.aws.com')).toBe('attachable-volumes-csi-ebs.csi.aws.com')
  const driver = 'a-driver-whose-name-is-far-too-long.example.com'
  expect(csiLimitKey(driver)).toBe(
    `attachable-volumes-csi-${driver.slice(0, 23)}${sha1(driver).slice(0, 16)}`,
  )
})
