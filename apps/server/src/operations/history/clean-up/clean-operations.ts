import type { Position } from './clean-up-run.ts'
import { daysBefore, type StageContext } from './stage.ts'

const portion = 1_000

/** Deletes one portion of old entries of the operation log that belong to no instance and no task, with their notes. */
export async function cleanOperations(
  { db, actor, now, settings, count }: StageContext,
  position: Position,
): Promise<Position | null> {
  const days = settings['history.operationDays']
  if (days === 0) return null
  const { workplaceId } = actor
  return db.withTransaction(actor, async (tx) => {
    const [rows = []] = await tx.batch([
      {
        name: 'operation_log_clean',
        text: `with gone as (delete from operation_log where workplace_id = $1 and id = any(array(
              select id from operation_log where workplace_id = $1 and at <= $2::timestamptz and instance_id is null and task_id is null order by at, id limit ${portion}))
            returning operation_id),
          notes as (delete from operation_annotation n using gone where n.workplace_id = $1 and n.operation_id = gone.operation_id
            and not exists (select from operation_log l where l.workplace_id = $1 and l.operation_id = n.operation_id and (l.instance_id is not null or l.task_id is not null)))
          select count(*) from gone`,
        values: [workplaceId, daysBefore(now, days)],
      },
    ])
    const operations = Number(rows[0]?.[0] ?? 0)
    if (operations === 0) return null
    await tx.commit([count({ operations }, position)])
    return position
  })
}
