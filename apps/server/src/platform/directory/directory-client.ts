import type { Entry } from 'ldapts'
import type { AllowedAddresses } from '../outgoing/addresses.ts'
import { createGuard } from '../outgoing/guard.ts'
import { OutgoingFailure } from '../outgoing/outgoing-failure.ts'
import { type DirectoryConnection, openConnection } from './directory-connection.ts'
import type { DirectoryFilter } from './directory-filter.ts'

export interface DirectoryAddress {
  readonly host: string
  /** Null: the default port, 389, or 636 for `tls`. */
  readonly port: number | null
}

export interface DirectoryPlace {
  /** Servers, tried in this order until one accepts a connection. */
  readonly addresses: readonly DirectoryAddress[]
  readonly security: 'tls' | 'startTls' | 'none'
  /** Certificates of authorities in PEM; empty: the authorities that Node trusts. */
  readonly certificate: string
}

export interface DirectorySignIn {
  /** Distinguished name; empty: anonymous. */
  readonly dn: string
  readonly password: string
}

export interface DirectorySearch {
  readonly base: string
  /** Whether only the base itself is read; otherwise everything below it. */
  readonly isBaseOnly?: boolean
  readonly filter: DirectoryFilter
  readonly attributes: readonly string[]
  /** Attributes whose values are returned as bytes. */
  readonly bytes: readonly string[]
  /** More entries than this fail, or with `isCut` are left out. */
  readonly most: number
  readonly isCut?: boolean
}

/** An open connection, bound with the account that reads. */
export interface DirectorySession {
  /** Returns all entries that match, and never some of them: see `isCut`. @throws OutgoingFailure */
  search(search: DirectorySearch): Promise<Entry[]>
  /** Returns whether the password of an entry is right. An empty one never is (RFC 4513, section 5.1.2). */
  checkPassword(signIn: DirectorySignIn): Promise<boolean>
}

/** The only access to directories. It cannot change them. */
export interface DirectoryClient {
  /**
   * Connects, binds and lends the session.
   *
   * @throws OutgoingFailure when there is no connection, or when the directory refuses something or ends it.
   */
  withSession<T>(
    place: DirectoryPlace,
    signIn: DirectorySignIn,
    use: (session: DirectorySession) => Promise<T>,
  ): Promise<T>
}

interface ClientOptions {
  readonly allowed: AllowedAddresses
  /** The maximum number of bytes in all pages of a search; left out: 256 MB. */
  readonly maxBytes?: number
  /** The maximum time for one answer, in milliseconds; 30 seconds when missing. */
  readonly answerMs?: number
}

/** Creates a client that connects to the addresses to which HTTP calls are allowed, too. */
export function createDirectoryClient({ allowed, ...limits }: ClientOptions): DirectoryClient {
  const guard = createGuard(allowed)
  return {
    withSession: async (place, signIn, use) => {
      const connection = await openFirst(place, (address) => openConnection(guard, { ...place, address }, limits))
      try {
        await connection.bind(signIn)
        return await use({ search: connection.search, checkPassword: connection.checkPassword })
      } finally {
        await connection.close()
      }
    },
  }
}

/** @throws the failure of the last address. */
async function openFirst(
  { addresses }: DirectoryPlace,
  open: (address: DirectoryAddress) => Promise<DirectoryConnection>,
): Promise<DirectoryConnection> {
  let failure: unknown = new OutgoingFailure('Expected the address of a directory, but none is entered.', {
    isFinal: true,
  })
  for (const address of addresses) {
    try {
      return await open(address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Reads `ldap1.example.org, ldap2.example.org:1636, [2001:db8::1]:636`. Null for an invalid text. */
export function readAddresses(text: string): DirectoryAddress[] | null {
  const parts = text
    .split(/[\s,]+/)
    .map((part) => part.replace(/^ldaps?:\/\//i, '').replace(/\/$/, ''))
    .filter((part) => part !== '')
  const found = parts.map(readAddress)
  return found.every((one) => one !== null) ? found : null
}

function readAddress(part: string): DirectoryAddress | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::(\d{1,5}))?$/.exec(part) ?? []
  const host = bracketed ?? plain
  const port = digits === undefined ? null : Number(digits)
  return host === undefined || (port !== null && (port < 1 || port > 65_535)) ? null : { host, port }
}
