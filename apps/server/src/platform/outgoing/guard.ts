import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowedAddresses, isPublicAddress } from './addresses.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

/**
 * Decides which addresses may be called. It returns the resolved address to connect to, so a name that changes
 * meanwhile has no effect.
 */
export interface Guard {
  /** For the sockets of Node: gives none but those that may be called. */
  readonly lookup: LookupFunction
  /**
   * @throws OutgoingFailure for an address, written as one, that may not be called. A name is checked when it is looked
   *   up.
   */
  check(host: string): void
  /** One address of a host that may be called. @throws OutgoingFailure when there is none. */
  resolve(host: string): Promise<string>
}

/** Creates the guard that allows calls to public addresses, and to allowed addresses of private networks. */
export function createGuard(allowed: AllowedAddresses): Guard {
  const mayCall = (address: string) => isPublicAddress(address) || allowed.allows(address)
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '', 0)
        return
      }
      const open = found.filter(({ address }) => mayCall(address))
      const [first] = open
      if (first === undefined) callback(refuseAddress(hostname, found.map(({ address }) => address).join(', ')), '', 0)
      else if (options.all === true) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }
  const check = (host: string) => {
    if (isIP(host) !== 0 && !mayCall(host)) throw refuseAddress(host, host)
  }
  return {
    lookup,
    check,
    resolve: (host) => {
      check(host)
      if (isIP(host) !== 0) return Promise.resolve(host)
      return new Promise((resolve, reject) => {
        lookup(host, {}, (error, address) => {
          if (error !== null) reject(error)
          else resolve(String(address))
        })
      })
    },
  }
}

function refuseAddress(host: string, address: string): OutgoingFailure {
  const where = host === address ? host : `${host} (${address})`
  return new OutgoingFailure(
    `Expected a public address, but ${where} belongs to a private network. An administrator can permit it with MILLRACE_ALLOW_PRIVATE_ADDRESSES.`,
    { isFinal: true, isPrivateAddress: true },
  )
}
