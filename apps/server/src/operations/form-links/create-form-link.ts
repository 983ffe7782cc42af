import { formLinkLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { createToken } from '../../platform/auth/token.ts'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchProcess } from '../processes/policy.ts'
import { findStartable } from '../processes/startable.ts'
import { refuseLinkKeeper } from './policy.ts'

export interface NewFormLink {
  readonly name: string
  /** A version of the process. */
  readonly definitionId: string
  readonly expiresAt: string | null
  readonly isOnce: boolean
  readonly hasCaptcha: boolean
  readonly sites: readonly string[]
}

export interface MadeFormLink {
  readonly id: string
  /** What the link carries. The server keeps its digest alone. */
  readonly token: string
}

/** Makes a link by which people without an account start a process, in its newest version at any time. */
export async function createFormLink(
  { db, clock, runtime }: OperationContext,
  user: User,
  { name, definitionId, expiresAt, isOnce, hasCaptcha, sites }: NewFormLink,
): Promise<MadeFormLink | Refusal> {
  const refusal = refuseLinkKeeper(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const now = clock()
  if (expiresAt !== null && new Date(expiresAt) <= now) return refuseExpired()
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await findStartable(tx, workplaceId, definitionId)
    if (process === null) return noSuchProcess()
    if (!process.has_none_start)
      return refuse(
        'definition.not-startable',
        'Expected a process that somebody can start, but its model has no start event for that.',
      )
    const [known] = await runSql<{ count: string }>(
      tx,
      sql`select count(*) as count from (select from form_link where workplace_id = ${workplaceId} and not is_ended limit ${formLinkLimits.links}) l`,
    )
    if (Number(known?.count ?? 0) >= formLinkLimits.links)
      return refuse(
        'link.too-many',
        `Expected at most ${formLinkLimits.links} public links that have not ended, but there are as many. End one first.`,
      )
    const id = runtime.newId()
    const { text, hash } = createToken(workplaceId)
    await tx.query(
      kysely.insertInto('form_link').values({
        workplace_id: workplaceId,
        id,
        token_hash: hash,
        name,
        process_key: process.key,
        tenant_id: process.tenant_id,
        expires_at: expiresAt,
        is_once: isOnce,
        has_captcha: hasCaptcha,
        sites: [...new Set(sites)],
        created_at: now,
        created_by: username,
      }),
    )
    return { id, token: text }
  })
}

function refuseExpired(): Refusal {
  const message = 'Expected a time to come, but the link would have expired already.'
  return refuse('link.invalid', message, [{ where: 'expiresAt', message }])
}
