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
  /** Reference; the default workplace without one. */
  readonly workplace?: string | undefined
  readonly address: string
  readonly publicUrl: string
  /** The call, for the audit. */
  readonly cause: string
}

/** Times in a minute, from one network and for one name. */
const most = { network: 10, name: 3 }

/**
 * Mails a link to whoever forgot their password. What is answered, and how long it takes, is the same when nobody has the
 * name, when the user is disabled, has no email address or signs in with a company account, when they entered the address
 * themselves, and when enough links of the user are valid: then no mail is sent.
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
  const workplaceId = await findWorkplaceId(db, workplace ?? null)
  if (workplaceId === null) return null
  const now = clock()
  const isMailed = await db.withTransaction({ workplaceId, userId: null, cause }, async (tx) => {
    const user = await findReceiver(tx, { workplaceId, username, now })
    const [linkId, mailId] = [runtime.newId(), runtime.newId()]
    const order = { workplaceId, linkId, mailId, kind: 'reset', publicUrl, now, by: null } as const
    await tx.batch(
      user === null ? [linkOfNobody(workplaceId, linkId, now)] : mailPasswordLink({ ...order, user }).statements,
    )
    return user !== null
  })
  if (isMailed) runtime.announceJobs()
  return null
}

interface Named {
  readonly workplaceId: string
  readonly username: string
  readonly now: Date
}

/** The user of the name, or the only one with the email address, if a link may be mailed to them. */
async function findReceiver(tx: Tx, { workplaceId, username, now }: Named): Promise<Receiver | null> {
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
      ${sql.raw(isUserOpen)} and coalesce(u.email, '') <> ''
        and not exists (select from own_email o where o.workplace_id = u.workplace_id and o.user_id = u.id and o.email = u.email)
        and (u.password_hash is not null or exists (select from password_link l where l.workplace_id = u.workplace_id and l.user_id = u.id))
        and (select count(*) from password_link l where l.workplace_id = u.workplace_id and l.user_id = u.id and l.expires_at > ${now.toISOString()}) < ${passwordLinkLimits.links} as may
      from app_user u where u.workplace_id = ${workplaceId}::uuid and (u.username_key = ${name} or u.email_key = ${name})
      order by u.username_key = ${name} desc limit 3`,
  )
  const found = rows.find((row) => row.username.toLowerCase() === name) ?? (rows.length === 1 ? rows[0] : undefined)
  if (found === undefined || !found.may || found.email === null) return null
  const { id, first_name: firstName, last_name: lastName, email } = found
  return { id, username: found.username, firstName, lastName, email }
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
