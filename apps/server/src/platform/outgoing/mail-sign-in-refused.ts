import { OutgoingFailure } from './outgoing-failure.ts'

/** The error for a mailbox that did not accept the password or the access token. */
export class MailSignInRefused extends OutgoingFailure {
  constructor(host: string, username: string) {
    super(`Expected ${host} to let “${username}” in, but it refuses. Check the sign-in.`, { isFinal: true })
  }
}
