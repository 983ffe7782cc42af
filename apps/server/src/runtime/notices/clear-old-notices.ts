import { systemActor } from '../../platform/db/actor.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { Runtime } from '../runtime.ts'

const dayMs = 86_400_000
/** The number of rows that one transaction deletes. */
const portion = 10_000

/**
 * Deletes notifications that are older than the settings allow for read and for all notifications, and notifications
 * about tasks that ended at least a day ago. Notifications whose mail is being sent stay. Each portion continues where
 * the previous one ended, so that kept rows are read once.
 */
export async function clearOldNotices({ db, clock }: Runtime, workplaceId: string): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * dayMs).toISOString()
  const { 'retention.readNoticeDays': readDays, 'retention.noticeDays': days } = await readSettings(db, workplaceId)
  const ages = [before(1), before(readDays), before(days)]
  for (let after: readonly string[] | null = ['-infinity', first]; after !== null; ) {
    const values: unknown[] = [workplaceId, ...ages, ...after, portion]
    const [rows] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
      tx.commit([{ name: 'notice_sweep', text: sweep, values }]),
    )
    const [count, createdAt, id] = rows?.[0] ?? []
    after = Number(count) < portion || createdAt == null || id == null ? null : [createdAt, id]
  }
}

const first = '00000000-0000-0000-0000-000000000000'

/** Each by its key: of thousands of rows that PostgreSQL knows nothing of yet, a join may compare all with all. */
const sweep = `with looked as materialized (
    select id, created_at, (mail_id is null or mailed_at is not null or mail_error is not null)
      and (created_at < $4::timestamptz or read_at < $3::timestamptz
        or kind in ('assigned', 'dueSoon', 'overdue') and answered_at is null
          and (select true from task t where t.workplace_id = $1 and t.id = n.task_id) is null) as is_old
    from notice n where workplace_id = $1 and created_at < $2::timestamptz and (created_at, id) > ($5::timestamptz, $6::uuid)
    order by created_at, id limit $7),
  gone as (delete from notice where workplace_id = $1 and id = any(array(select id from looked where is_old)))
  select (select count(*) from looked), created_at, id from looked order by created_at desc, id desc limit 1`
