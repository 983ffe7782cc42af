import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Orders the jobs of sources with a schedule that have none, because a server stopped when they were saved. */
export async function orderMissingLooks(
  { db, clock, announceJobs }: Pick<Runtime, 'db' | 'clock' | 'announceJobs'>,
  workplaceId: string,
): Promise<void> {
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'package sources'), (tx) =>
    tx.commit([
      {
        name: 'package_source_order',
        text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
          select s.workplace_id, s.id, s.id, 'package-source', 'listener', $2, 1, 0, false, false, $2 from package_source s
            where s.workplace_id = $1 and s.disabled_at is null and s.every_minutes is not null
              and not exists (select from job j where j.workplace_id = s.workplace_id and j.id = s.id)
          on conflict do nothing returning id`,
        values: [workplaceId, clock().toISOString()],
      },
    ]),
  )
  if ((rows ?? []).length > 0) announceJobs()
}
