import { formLinkLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { isTaskOfLinkOver } from './form-link.ts'

const dayMs = 86_400_000

/** The number of rows that one transaction deletes. */
const portion = sql.lit(1_000)

/** Ends links of ended tasks, and deletes expired saved forms, old receipts of ended instances, and ended links. */
export async function clearOldLinks(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  const before = (days: number) => sql`${new Date(clock().getTime() - days * dayMs).toISOString()}::timestamptz`
  const isHere = sql`l.workplace_id = ${workplaceId}::uuid`
  const { 'retention.linkDays': linkDays, 'retention.receiptDays': receiptDays } = await readSettings(db, workplaceId)
  const long = before(linkDays)
  // From now on it is known since when: its task leaves no trace where history has gone.
  await repeat(
    sql`form_link l where ${isHere} and not l.is_ended and not l.is_used and ${isTaskOfLinkOver}`,
    (are) => sql`update form_link set ended_at = ${before(0)} where ${are}`,
  )
  await repeat(
    sql`saved_form l where ${isHere} and l.expires_at < ${before(formLinkLimits.savedOverDays)}`,
    (are) => sql`delete from saved_form where ${are}`,
  )
  await repeat(
    sql`form_receipt l where ${isHere} and l.sent_at < ${before(receiptDays)}
      and not exists (select from instance i where i.workplace_id = l.workplace_id and i.id = l.instance_id)`,
    (are) => sql`delete from form_receipt where ${are}`,
  )
  await repeat(
    sql`form_link l where ${isHere} and (l.ended_at < ${long} or l.expires_at < ${long} or l.is_used and l.used_at < ${long})
      and not exists (select from form_receipt r where r.workplace_id = l.workplace_id and r.link_id = l.id)`,
    (are) => sql`delete from form_link where ${are}`,
  )

  /** In portions, each in a transaction of its own, until there are no more of those rows `l`. */
  async function repeat(rows: Sql, change: (are: Sql) => Sql): Promise<void> {
    const are = sql`workplace_id = ${workplaceId}::uuid and id = any(array(select l.id from ${rows} limit ${portion}))`
    for (let changed = 1; changed > 0; )
      changed = await db.withTransaction(
        systemActor(workplaceId, 'maintenance'),
        async (tx) => (await runSql(tx, sql`${change(are)} returning 1 as one`)).length,
      )
  }
}
