import { OutgoingFailure } from '../../outgoing/outgoing-failure.ts'
import type { DirectoryClient } from '../directory-client.ts'

/** Of what asks no directory. */
export const noDirectories: DirectoryClient = {
  withSession: () => Promise.reject(new OutgoingFailure('Expected no question to a directory.')),
}

/** What passwords are checked with where no user comes from a directory. */
export const noDirectoryPasswords = { directories: noDirectories, secret: '' }
