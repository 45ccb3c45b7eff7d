import { describe, expect, it } from 'vitest'
import { isLocalName, isPublicAddress } from '../../src/outbound/addresses.ts'

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:8.8.8.8',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'not an address',
    '1.2.3',
    '1.2.3.256',
    ':::',
    '1::2::3',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['localhost', 'a.localhost', 'printer.local', 'metadata.google.internal', 'intranet'])(
    '%s is a name of a network of its own',
    (name) => {
      expect(isLocalName(name)).toBe(true)
    },
  )
})
