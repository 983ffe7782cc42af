import type { PasswordLinkKind } from '@millrace/contract'
import { sql } from 'kysely'
import { readToken } from '../../platform/auth/token.ts'
import { isUserOpen } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

/** A link that is valid, with its user. */
export interface PasswordLink {
  readonly id: string
  readonly workplaceId: string
  readonly kind: PasswordLinkKind
  readonly expiresAt: Date
  readonly user: {
    readonly id: string
    readonly username: string
    readonly firstName: string | null
    readonly lastName: string | null
    readonly email: string | null
  }
  readonly passwordHash: string | null
  /** Reference of the workplace; null for the default workplace. */
  readonly workplace: string | null
}

interface Row {
  readonly id: string
  readonly kind: PasswordLinkKind
  readonly expires_at: Date
  readonly user_id: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly password_hash: string | null
}

/** Returns the workplace that the token of a password link names; null for an invalid token. */
export function workplaceOfPasswordLink(token: string): string | null {
  return readToken(token)?.workplaceId ?? null
}

/**
 * Returns the link of a token, or refuses with `password.link-over`. A link is over after its time, after it was used,
 * and when its user was disabled or has another email address or password.
 *
 * @param options.isLocked locks the account until the transaction ends: of two concurrent uses of a link, the second is
 * refused.
 */
export async function findPasswordLink(
  tx: Tx,
  token: string,
  { now, isLocked = false }: { readonly now: Date; readonly isLocked?: boolean },
): Promise<PasswordLink | Refusal> {
  const read = readToken(token)
  if (read === null) return linkIsOver()
  const { workplaceId, hash } = read
  if (isLocked)
    await runSql(
      tx,
      sql`select u.id from app_user u where u.workplace_id = ${workplaceId}::uuid
        and u.id = (select l.user_id from password_link l where l.workplace_id = ${workplaceId}::uuid and l.token_hash = ${hash}) for no key update`,
    )
  const [row] = await runSql<Row>(
    tx,
    sql`select l.id, l.kind, l.expires_at, u.id as user_id, u.username, u.first_name, u.last_name, u.email, u.password_hash
      from password_link l join app_user u on u.workplace_id = l.workplace_id and u.id = l.user_id and u.email = l.email and u.directory_id is null and ${sql.raw(isUserOpen)}
      where l.workplace_id = ${workplaceId}::uuid and l.token_hash = ${hash} and l.expires_at > ${now.toISOString()}`,
  )
  if (row === undefined) return linkIsOver()
  const [place] = await runSql<{ reference: string; is_default: boolean }>(
    tx,
    sql`select reference, is_default from workplace where workplace_id = ${workplaceId}::uuid`,
  )
  const { id, kind, expires_at: expiresAt, user_id, username, first_name: firstName, last_name: lastName, email } = row
  const user = { id: user_id, username, firstName, lastName, email }
  return {
    id,
    workplaceId,
    kind,
    expiresAt,
    user,
    passwordHash: row.password_hash,
    workplace: place?.is_default ? null : (place?.reference ?? null),
  }
}

export function linkIsOver(): Refusal {
  return refuse(
    'password.link-over',
    'This link has expired or was used already. Ask for another one on the sign-in page, or ask your administrator.',
  )
}
