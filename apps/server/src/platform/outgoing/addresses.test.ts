import { describe, expect, it } from 'vitest'
import { isPublicAddress, readAllowedAddresses } from './addresses.ts'

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'is true for %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    // Translated, by a gateway of one's own, by a tunnel, with its own address or with another's in it.
    '::ffff:0:127.0.0.1',
    '::ffff:0:a9fe:a9fe',
    '::ffff:0:808:808',
    '::FFFF:0:7F00:1',
    '0:0:0:0:ffff:0:10.0.0.1',
    '::ffff:169.254.169.254',
    '::8.8.8.8',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::a00:1',
    '64:ff9b:1:ffff::1',
    '2002:a00:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    // What nobody was given out, and what never leaves its network.
    '::1:0:0:0',
    '1::1',
    '4000::1',
    '8000::7f00:1',
    'fec0::1',
    'fd00::1',
    'fc00::1',
    'fe80::1%eth0',
    'fe80::7f00:1',
    'ff0e::1',
    '::1%lo',
    'ff02::1',
    'localhost',
    '',
  ])('is false for %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('readAllowedAddresses', () => {
  it('reads off, on, addresses and ranges', () => {
    expect(readAllowedAddresses('off')?.allows('127.0.0.1')).toBe(false)
    expect(readAllowedAddresses('on')?.allows('127.0.0.1')).toBe(true)
    const some = readAllowedAddresses('10.1.0.0/16, 127.0.0.1,fd00::/8')
    expect(
      ['10.1.2.3', '10.2.0.1', '127.0.0.1', '127.0.0.2', 'fd12::1', '::ffff:10.1.0.1'].map((one) => some?.allows(one)),
    ).toEqual([true, false, true, false, true, true])
  })

  it.each(['yes', '10.1.0.0/33', '10.1.0.0/', '::/129', '10.1', ',', 'localhost'])('does not read “%s”', (text) => {
    expect(readAllowedAddresses(text)).toBeNull()
  })
})
