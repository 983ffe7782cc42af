import { type PasswordLinkKind, passwordLinkLimits } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import { createToken } from '../../platform/auth/token.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { fillPasswordMail } from '../../runtime/mail/system/fill-password-mail.ts'
import { secretMailStatements } from '../secret-mail.ts'

export interface PasswordLinkOrder {
  readonly workplaceId: string
  readonly linkId: string
  /** The id of the mail and of its job. */
  readonly mailId: string
  readonly user: Receiver
  readonly kind: PasswordLinkKind
  /** The address at which browsers reach the server. */
  readonly publicUrl: string
  readonly now: Date
  /** User name of the administrator who sends the link; null: the user asked for it. */
  readonly by: string | null
}

export interface Receiver {
  readonly id: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string
}

/**
 * Returns the statements that create a link and order its mail, and when the link expires. The token is in the mail only:
 * the server keeps its digest, and empties the mail after sending it.
 */
export function mailPasswordLink(order: PasswordLinkOrder): { statements: Statement[]; expiresAt: Date } {
  const { workplaceId, linkId, mailId, user, kind, publicUrl, now, by } = order
  const { text: token, hash } = createToken(workplaceId)
  const expiresAt = expiryOf(kind, now)
  const mail = kind === 'invitation' ? 'invitation' : 'passwordReset'
  const texts = mailTextsOf(null)
  // Behind the number sign, the token stays in the browser: no server or proxy writes it to a log.
  const filling = fillPasswordMail(
    { user, link: `${publicUrl}/password#${token}`, until: expiresAt.toISOString() },
    texts,
  )
  const at = now.toISOString()
  return {
    expiresAt,
    statements: [
      {
        name: 'password_link_add',
        text: `insert into password_link (workplace_id, id, user_id, email, kind, token_hash, expires_at, created_at, created_by)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [workplaceId, linkId, user.id, user.email, kind, hash, expiresAt.toISOString(), at, by],
      },
      ...secretMailStatements(workplaceId, { id: mailId, mail, to: user.email, filling, job: 'password-link', at }),
    ],
  }
}

function expiryOf(kind: PasswordLinkKind, now: Date): Date {
  const { invitationDays, resetMinutes } = passwordLinkLimits
  return new Date(now.getTime() + (kind === 'invitation' ? invitationDays * 86_400_000 : resetMinutes * 60_000))
}
