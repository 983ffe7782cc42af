import { z } from 'zod'
import { fileTrusts, host, hostKey, line, seconds } from './external-parts.ts'
import { oauthClient } from './external-rest-connection.ts'

/** The beginnings of TLS with IMAP (RFC 8314): at once, or on request after the connection is open. */
export const mailTlsModes = ['implicit', 'starttls'] as const
/** The default ports of IMAP, by kind of TLS. */
export const mailPorts = { implicit: 993, starttls: 143 } as const satisfies Record<
  (typeof mailTlsModes)[number],
  number
>
/**
 * The kinds of sign-in at a mail server. The secret is the password, or the secret of the OAuth 2 client whose access
 * token is sent (XOAUTH2).
 */
export const mailSignIns = ['password', 'oauth'] as const

/** A mailbox that is read by IMAP. Nothing is sent without TLS. */
export const mailConnection = z.object({
  kind: z.literal('mail'),
  host,
  port: z.number().int().min(1).max(65_535).default(mailPorts.implicit),
  tls: z.enum(mailTlsModes).default('implicit'),
  trust: z.enum(fileTrusts).default('authority'),
  /** The digest of a pinned certificate. */
  hostKey,
  username: line(255).min(1),
  signIn: z.enum(mailSignIns).default('password'),
  /** For `oauth`. */
  ...oauthClient,
  seconds,
})

export type MailConnection = z.output<typeof mailConnection>
