import { passwordLinkLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { countTry } from '../../platform/auth/count-try.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import { createToken } from '../../platform/auth/token.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { isUserOpen } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { mailPasswordLink, type Receiver } from './mail-password-link.ts'

export interface AskedPasswordLink {
  /** User name or email address. */
  readonly username: string
  /** The reference of the workplace; missing: the default workplace. */
  readonly workplace?: string | undefined
  readonly address: string
  readonly publicUrl: string
  /** The call, for the audit. */
  readonly cause: string
}

/** Times in a minute, from one network and for one name. */
const most = { network: 10, name: 3 }

/**
 * Mails a password link to a user who forgot their password, or one to each user with the given email address. The
 * answer and its duration are always the same, so that nobody learns which accounts exist. No mail is sent for an
 * unknown or disabled user, a user without an email address or with a company account, or a user with enough valid
 * links.
 *
 * @returns null, or the waiting time after too many attempts.
 */
export async function askForPasswordLink(
  context: OperationContext,
  { username, workplace, address, publicUrl, cause }: AskedPasswordLink,
): Promise<TooMany | null> {
  const { db, clock, runtime } = context
  const counted = await countTry(context, `password forgotten ${networkOf(address)}`, most.network)
  if (isTooMany(counted)) return counted
  // Counted before it is known whether there is such a workplace.
  const name = `${workplace?.toLowerCase() ?? ''} ${username.toLowerCase()}`
  const ofName = await countTry(context, `password forgotten ${name}`, most.name)
  if (isTooMany(ofName)) return ofName
  const known = await findWorkplaceId(db, workplace ?? null)
  // For an unknown workplace, the same is done in the default one for a name that nobody has.
  const workplaceId = known ?? (await findWorkplaceId(db, null))
  if (workplaceId === null) return null
  const now = clock()
  const isMailed = await db.withTransaction({ workplaceId, userId: null, cause }, async (tx) => {
    const users = await findReceivers(tx, { workplaceId, username: known === null ? '' : username, now })
    const orderOf = () => ({ linkId: runtime.newId(), mailId: runtime.newId() })
    const common = { workplaceId, kind: 'reset', publicUrl, now, by: null } as const
    const statements = users.flatMap((user) => mailPasswordLink({ ...common, ...orderOf(), user }).statements)
    await tx.batch(statements.length === 0 ? [linkOfNobody(workplaceId, runtime.newId(), now)] : statements)
    return users.length > 0
  })
  if (isMailed) runtime.announceJobs()
  return null
}

interface Named {
  readonly workplaceId: string
  readonly username: string
  readonly now: Date
}

/** Users with one email address who get a mail each at once. */
const maxReceivers = 5

/** The user of the name, else all with the email address, of those to whom a link may be mailed. */
async function findReceivers(tx: Tx, { workplaceId, username, now }: Named): Promise<Receiver[]> {
  const name = username.toLowerCase()
  const rows = await runSql<{
    readonly id: string
    readonly username: string
    readonly first_name: string | null
    readonly last_name: string | null
    readonly email: string | null
    readonly may: boolean
  }>(
    tx,
    sql`select u.id, u.username, u.first_name, u.last_name, u.email,
      ${sql.raw(isUserOpen)} and coalesce(u.email, '') <> '' and u.directory_id is null
        and not exists (select from own_email o where o.workplace_id = u.workplace_id and o.user_id = u.id and o.email = u.email)
        and (u.password_hash is not null or exists (select from password_link l where l.workplace_id = u.workplace_id and l.user_id = u.id))
        and (select count(*) from password_link l where l.workplace_id = u.workplace_id and l.user_id = u.id and l.expires_at > ${now.toISOString()}) < ${passwordLinkLimits.links} as may
      from app_user u where u.workplace_id = ${workplaceId}::uuid and (u.username_key = ${name} or u.email_key = ${name})
      order by u.username_key = ${name} desc, u.username_key limit ${maxReceivers}`,
  )
  const named = rows.filter((row) => row.username.toLowerCase() === name)
  return (named.length > 0 ? named : rows).flatMap((row) =>
    row.may && row.email !== null
      ? [{ id: row.id, username: row.username, firstName: row.first_name, lastName: row.last_name, email: row.email }]
      : [],
  )
}

/** Leads nowhere: it is written so that the answer takes as long as for a user. */
function linkOfNobody(workplaceId: string, id: string, now: Date): Statement {
  const { hash } = createToken(workplaceId)
  return {
    name: 'password_link_of_nobody',
    text: `insert into password_link (workplace_id, id, kind, token_hash, expires_at, created_at) values ($1, $2, 'reset', $3, $4, $4)`,
    values: [workplaceId, id, hash, now.toISOString()],
  }
}
