import type { AllowedAddresses } from './addresses.ts'
import type { Trust } from './certificate-pin.ts'
import { createGuard } from './guard.ts'
import type { OpenMailbox } from './open-mailbox.ts'

/** A mailbox, and the sign-in there. */
export interface MailPlace extends Trust {
  readonly host: string
  readonly port: number
  /** `implicit`: TLS starts immediately. `starttls`: TLS starts on request. */
  readonly tls: 'implicit' | 'starttls'
  readonly username: string
  /** The kind of the secret: `oauth` is an access token. */
  readonly signIn: 'password' | 'oauth'
  readonly secret: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** The only access to mailboxes. The library of the protocol is loaded at the first call. */
export interface Mailboxes {
  /**
   * Whether the mailbox lets the user in.
   *
   * @returns the digest of its pinned certificate; null when there is nothing to pin.
   * @throws OutgoingFailure where it does not.
   */
  check(place: MailPlace): Promise<string | null>
  /**
   * Opens a mailbox for the time of a function. A pinned certificate has to be known.
   *
   * @throws OutgoingFailure when a command fails or takes too long; `MailSignInRefused` when the sign-in fails.
   */
  open<T>(place: MailPlace, work: (mailbox: OpenMailbox) => Promise<T>): Promise<T>
}

/** Creates the access to mailboxes by IMAP, at the addresses that are also allowed for HTTP calls. */
export function createMailboxes({ allowed }: { readonly allowed: AllowedAddresses }): Mailboxes {
  const guard = createGuard(allowed)
  const load = async () => (await import('./imap-mailboxes.ts')).createImapMailboxes(guard)
  return {
    check: async (place) => (await load()).check(place),
    open: async (place, work) => (await load()).open(place, work),
  }
}
