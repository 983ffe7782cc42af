import { BlockList, isIP } from 'node:net'

/** The addresses of private networks to which outgoing calls are allowed. */
export interface AllowedAddresses {
  /** `isPublic` aside. */
  allows(address: string): boolean
}

/**
 * Parses allowed addresses: `off`: none; `on`: all; otherwise single addresses and ranges such as `10.1.0.0/16`. Null
 * for an invalid text.
 */
export function readAllowedAddresses(text: string): AllowedAddresses | null {
  if (text === 'off') return { allows: () => false }
  if (text === 'on') return { allows: () => true }
  const allowed = new BlockList()
  const parts = text.split(',').map((part) => part.trim())
  return parts.every((part) => addRange(allowed, part)) ? { allows: (address) => isIn(allowed, address) } : null
}

/**
 * Returns whether an address is public: not of this machine, a private network or a special purpose (RFC 6890). For
 * IPv6 these are addresses within `2000::/3`, and public IPv4 addresses in IPv6 notation.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0 || isIn(special, address)) return false
  return version === 4 || isIn(givenOut, address)
}

const givenOut = new BlockList()
for (const range of ['2000::/3', '::ffff:0:0/96']) addRange(givenOut, range)

const special = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  // Each of these carries an IPv4 address that a gateway, a translator or a tunnel would go to.
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/23',
  '100::/64',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])
  addRange(special, range)

/** An IPv4 address inside an IPv6 one counts as what it is: BlockList looks through `::ffff:0:0/96`. */
function isIn(list: BlockList, address: string): boolean {
  const [plain = ''] = address.split('%', 1)
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

function addRange(list: BlockList, text: string): boolean {
  const [address = '', bits] = text.split('/')
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) {
    list.addAddress(address, family)
    return true
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32)) return false
  list.addSubnet(address, Number(bits), family)
  return true
}
