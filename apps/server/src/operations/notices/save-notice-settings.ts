import type { NoticeSettings } from '@millrace/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseNotices } from './policy.ts'

/**
 * Stores how the user wants to be notified. Pending entries of the daily mail are still sent, except for kinds that the
 * user no longer wants by mail. Returns null on success, otherwise a refusal.
 */
export async function saveNoticeSettings(
  { db }: OperationContext,
  request: Request,
  { inProduct, byMail, rhythm, hour, timeZone, hasAnswers }: NoticeSettings,
): Promise<Refusal | null> {
  const refusal = refuseNotices(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = request.user
  // Later it is used in the commit of what somebody else does.
  if (!(await isKnownZone(db, request, timeZone))) return noSuchZone(timeZone)
  const values = {
    in_product: [...new Set(inProduct)],
    by_mail: [...new Set(byMail)],
    is_daily: rhythm === 'daily',
    hour,
    time_zone: timeZone,
    has_answers: hasAnswers,
  }
  await db.withTransaction(actorOf(request), async (tx) => {
    await tx.query(
      kysely
        .insertInto('notice_setting')
        .values({ workplace_id: workplaceId, user_id: userId, ...values })
        .onConflict((conflict) => conflict.columns(['workplace_id', 'user_id']).doUpdateSet(values)),
    )
    await runSql(
      tx,
      sql`update notice set mail_at = null where workplace_id = ${workplaceId} and user_id = ${userId} and mail_at is not null and mail_id is null
        and kind <> all(${[...byMail]}::text[])`,
    )
  })
  return null
}

async function isKnownZone(db: Database, request: Request, zone: string): Promise<boolean> {
  try {
    await db.read(request, (tx) => runSql(tx, sql`select now() at time zone ${zone}::text`))
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '22023') return false
    throw error
  }
}

function noSuchZone(timeZone: string): Refusal {
  const message = `Expected a known time zone, but the database does not know ${timeZone}. Choose another time zone.`
  return refuse('notice.time-zone', message, [{ where: 'timeZone', message }])
}
