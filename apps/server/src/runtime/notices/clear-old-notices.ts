import { noticeLimits } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'

const dayMs = 86_400_000
const portion = 10_000

/**
 * Lets go of notices that were read a month ago, of any that are three months old, and of those about tasks that have been
 * over for a day at least. One whose mail is on its way stays.
 */
export async function clearOldNotices({ db, clock }: Runtime, workplaceId: string): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * dayMs).toISOString()
  const values = [workplaceId, before(1), before(noticeLimits.readDays), before(noticeLimits.days), portion]
  const text = `with old as (
      select id from notice n where workplace_id = $1 and created_at < $2::timestamptz and (mail_id is null or mailed_at is not null or mail_error is not null)
        and (created_at < $4::timestamptz or read_at < $3::timestamptz
          or kind in ('assigned', 'dueSoon', 'overdue') and answered_at is null and not exists (select from task t where t.workplace_id = $1 and t.id = n.task_id))
      limit $5)
    delete from notice n using old where n.workplace_id = $1 and n.id = old.id returning 1`
  for (let count = portion; count === portion; ) {
    const [rows] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
      tx.commit([{ name: 'notice_sweep', text, values }]),
    )
    count = rows?.length ?? 0
  }
}
