import type { MailConnection } from '@millrace/contract'
import { MailSignInRefused } from '../../platform/outgoing/mail-sign-in-refused.ts'
import type { MailPlace } from '../../platform/outgoing/mailboxes.ts'
import type { Opened, Reached } from './rest/reached.ts'
import type { Tokens } from './rest/tokens.ts'

export interface MailCall {
  readonly reached: Reached
  readonly connection: MailConnection
  readonly opened: Opened
  readonly timeoutMs: number
  /** Called with each secret that is obtained during the call, so that logs hide it. */
  readonly onSecret: (secret: string) => void
}

/** Calls `work` with the address and the sign-in data of a mailbox, and returns the result of `work`. */
export type MailSignIn = <T>(call: MailCall, work: (place: MailPlace) => Promise<T>) => Promise<T>

/** Creates the sign-in of mail connections: with a password, or with an access token, which is renewed once if refused. */
export function createMailSignIn(tokens: Tokens): MailSignIn {
  return async ({ reached, connection, opened, timeoutMs, onSecret }, work) => {
    const deadline = performance.now() + timeoutMs
    const placeWith = (secret: string): MailPlace => ({
      ...connection,
      secret,
      timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
    })
    if (connection.signIn === 'password') return work(placeWith(opened.secret))
    const find = (refused: string | null) =>
      tokens.get({ reached, settings: connection, opened, way: {}, deadline, refused, onSecret })
    const token = await find(null)
    try {
      return await work(placeWith(token))
    } catch (error) {
      if (!(error instanceof MailSignInRefused)) throw error
      return work(placeWith(await find(token)))
    }
  }
}
