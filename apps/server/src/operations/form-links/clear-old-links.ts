import { formLinkLimits } from '@millrace/contract'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'

const dayMs = 86_400_000

/** Of one transaction. */
const portion = 1_000

/**
 * Lets go of receipts whose form was sent long ago and whose instance has ended, and of links that have been over for long
 * and have no receipts any more.
 */
export async function clearOldLinks(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * dayMs).toISOString()
  const actor = systemActor(workplaceId, 'maintenance')
  await deleteAll(db, actor, {
    name: 'form_receipt_sweep',
    text: `delete from form_receipt where workplace_id = $1 and id = any(array(
      select r.id from form_receipt r where r.workplace_id = $1 and r.sent_at < $2
        and not exists (select from instance i where i.workplace_id = $1 and i.id = r.instance_id)
      limit ${portion})) returning 1`,
    before: before(formLinkLimits.receiptDays),
  })
  await deleteAll(db, actor, {
    name: 'form_link_sweep',
    text: `delete from form_link where workplace_id = $1 and id = any(array(
      select l.id from form_link l where l.workplace_id = $1
        and (l.ended_at < $2 or l.expires_at < $2 or (l.is_once and l.used_at < $2))
        and not exists (select from form_receipt r where r.workplace_id = $1 and r.link_id = l.id)
      limit ${portion})) returning 1`,
    before: before(formLinkLimits.overDays),
  })
}

async function deleteAll(
  db: Database,
  actor: Actor,
  { name, text, before }: { readonly name: string; readonly text: string; readonly before: string },
): Promise<void> {
  for (let deleted = portion; deleted === portion; ) {
    const [rows] = await db.withTransaction(actor, (tx) =>
      tx.commit([{ name, text, values: [actor.workplaceId, before] }]),
    )
    deleted = rows?.length ?? 0
  }
}
