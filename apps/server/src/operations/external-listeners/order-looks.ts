import { createHash } from 'node:crypto'
import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * The `on conflict` clause of a statement that inserts the job of a listener or a feed. An existing job becomes due. A
 * job that is running may have read the listener before the change, so it runs again afterwards.
 */
export const becomesDue = `on conflict (workplace_id, id) do update set
  due_at = case when job.locked_by is null then excluded.due_at else job.due_at end,
  data = case when job.locked_by is null then job.data else coalesce(job.data, '{}') || '{"isDueAgain": true}' end`

/**
 * Orders the job of each watched folder, mail inbox, queue and topic that has none, and makes it due. One job checks a
 * listener, held by one server at a time. A topic has a job for each share of its partitions.
 *
 * @param changed a listener whose jobs become due even if they exist.
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
          select l.workplace_id, s.id, l.id, 'listener', 'listener', $2, 1, 0, false, false, $2 from external_listener l
            cross join lateral (select case when n = 0 then l.id else left(encode(sha256(convert_to(l.id::text || ' ' || n, 'UTF8')), 'hex'), 32)::uuid end as id
              from generate_series(0, coalesce((l.settings ->> 'shares')::int, 1) - 1) n) s
            where l.workplace_id = $1 and l.kind <> 'webhook' and l.disabled_at is null
              and (l.id = $3::uuid or not exists (select from job j where j.workplace_id = l.workplace_id and j.id = s.id))
          ${becomesDue} returning id`,
        values: [workplaceId, clock().toISOString(), changed],
      },
    ]),
  )
  if ((rows ?? []).length > 0) announceJobs()
}

/** The share of a listener's job, from 0 on, by the ids of both. Null: it is no job of the listener. */
export function shareOf(
  { id, rootId }: { readonly id: string; readonly rootId: string },
  shares: number,
): number | null {
  if (id === rootId) return 0
  for (let share = 1; share < shares; share++) if (shareId(rootId, share) === id) return share
  return null
}

/** The id of the job of another share than the first one, as `orderLooks` creates it. */
function shareId(listenerId: string, share: number): string {
  const hash = createHash('sha256').update(`${listenerId} ${share}`).digest('hex')
  const ends = [8, 12, 16, 20, 32]
  return ends.map((end, at) => hash.slice(ends[at - 1] ?? 0, end)).join('-')
}
