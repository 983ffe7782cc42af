import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * The end of a statement that inserts the job of a listener or a feed, which may exist already. A job that is running
 * may have read the listener before the change: it runs again afterwards.
 */
export const becomesDue = `on conflict (workplace_id, id) do update set
  due_at = case when job.locked_by is null then excluded.due_at else job.due_at end,
  data = case when job.locked_by is null then job.data else coalesce(job.data, '{}') || '{"isDueAgain": true}' end`

/**
 * Orders the job of each watched folder, mail inbox and queue that has none, and makes it due. One job checks a listener, held
 * by one server at a time.
 *
 * @param changed a listener whose job becomes due even if it exists.
 */
export async function orderLooks(
  { db, clock, announceJobs }: Pick<Runtime, 'db' | 'clock' | 'announceJobs'>,
  workplaceId: string,
  changed: string | null = null,
): Promise<void> {
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'listeners'), (tx) =>
    tx.commit([
      {
        name: 'external_listener_order',
        text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
          select l.workplace_id, l.id, l.id, 'listener', 'listener', $2, 1, 0, false, false, $2 from external_listener l
            where l.workplace_id = $1 and l.kind <> 'webhook' and l.disabled_at is null
              and (l.id = $3::uuid or not exists (select from job j where j.workplace_id = l.workplace_id and j.id = l.id))
          ${becomesDue} returning id`,
        values: [workplaceId, clock().toISOString(), changed],
      },
    ]),
  )
  if ((rows ?? []).length > 0) announceJobs()
}
