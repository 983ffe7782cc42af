import { createSeal } from '../auth/seal.ts'
import { type DirectoryPlace, type DirectorySignIn, readAddresses } from './directory-client.ts'

interface Stored {
  readonly addresses: string
  readonly security: string
  readonly certificate: string
  readonly bind_dn: string
  readonly password: Buffer | null
}

/**
 * Returns the servers of a directory, and the account that reads it.
 * @param secret of the installation.
 */
export function locationOf(row: Stored, secret: string): { place: DirectoryPlace; signIn: DirectorySignIn } {
  return {
    place: {
      addresses: readAddresses(row.addresses) ?? [],
      security: row.security === 'tls' || row.security === 'startTls' ? row.security : 'none',
      certificate: row.certificate,
    },
    signIn: {
      dn: row.bind_dn,
      password: row.password === null ? '' : (createSeal(secret, purpose).open(row.password) ?? ''),
    },
  }
}

export function sealDirectoryPassword(secret: string, password: string): Buffer {
  return createSeal(secret, purpose).close(password)
}

const purpose = 'directory'
