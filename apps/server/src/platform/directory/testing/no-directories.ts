import { OutgoingFailure } from '../../outgoing/outgoing-failure.ts'
import type { DirectoryClient } from '../directory-client.ts'

/** A directory client for tests that use no directory: every call fails. */
export const noDirectories: DirectoryClient = {
  withSession: () => Promise.reject(new OutgoingFailure('Expected no question to a directory.')),
}

/** The context for checking passwords in tests that use no directory. */
export const noDirectoryPasswords = { directories: noDirectories, secret: '' }
