import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'

/** Deletes data for undoing changes that can no longer be undone, because the instance has ended or continued. */
export async function clearOldUndos({ db }: Pick<Runtime, 'db'>, workplaceId: string): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([
      {
        name: 'instance_undo_clear',
        text: `delete from instance_undo u where workplace_id = $1
          and not exists (select from instance r where r.workplace_id = $1 and r.id = u.root_id and r.revision = u.revision)`,
        values: [workplaceId],
      },
    ]),
  )
}
