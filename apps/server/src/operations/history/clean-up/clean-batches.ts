import { batchLimits } from '@millrace/contract'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Statement } from '../../../platform/db/batch.ts'
import type { Database } from '../../../platform/db/database.ts'
import { engineKinds } from '../../batches/kinds/index.ts'
import type { Position } from './clean-up-run.ts'
import { daysBefore, type StageContext } from './stage.ts'

/** Items of one transaction: a batch may have a million. */
const portion = 5_000

/** A batch with items that failed has not ended: they can be tried again. */
const isOver = `(b.state = 'cancelled' or b.state = 'done' and b.failed = 0)`

/** Deletes batches whose removal time, set by hand or by the settings, has passed. */
export async function removeBatches(
  { db, actor, now, settings, count, rest }: StageContext,
  position: Position,
): Promise<Position | null> {
  const days = settings['history.batchDays']
  const { workplaceId } = actor
  const [rows = []] = await db.read(actor, (tx) =>
    tx.batch([
      {
        name: 'batch_expired',
        text: `select id from batch b where workplace_id = $1 and state in ('done', 'cancelled') and ${isOver}
          and (removal_at <= $2::timestamptz or removal_at is null and ended_at <= $3::timestamptz) order by ended_at, id limit 1`,
        values: [workplaceId, now, days === 0 ? '-infinity' : daysBefore(now, days)],
      },
    ]),
  )
  const id = rows[0]?.[0]
  if (id == null) return null
  while (await removeItems(db, actor, id)) await rest()
  await db.withTransaction(actor, (tx) => tx.commit([dropStatement(workplaceId, id), count({ batches: 1 }, position)]))
  return position
}

/**
 * Deletes drafts of batches that were never started, and finished batches of users after their time. For batches of
 * engine clients, deletes only the items.
 */
export async function clearOldBatches(db: Database, actor: Actor, now: string): Promise<void> {
  const { workplaceId } = actor
  for (const { isDropped, ...find } of findOld(workplaceId, now)) {
    const [rows = []] = await db.read(actor, (tx) => tx.batch([find]))
    for (const [id] of rows) {
      if (id == null) continue
      while (await removeItems(db, actor, id));
      if (isDropped) await db.withTransaction(actor, (tx) => tx.commit([dropStatement(workplaceId, id)]))
    }
  }
}

function findOld(workplaceId: string, now: string): (Statement & { readonly isDropped: boolean })[] {
  const values = [workplaceId, now, batchLimits.days, engineKinds]
  return [
    {
      name: 'batch_old',
      text: `select id from batch b where workplace_id = $1 and (state = 'draft' and created_at < $2::timestamptz - interval '1 hour'
          or state in ('done', 'cancelled') and kind <> all($4::text[]) and created_at < $2::timestamptz - make_interval(days => $3))
        order by created_at limit 20`,
      values,
      isDropped: true,
    },
    {
      name: 'batch_old_items',
      text: `select id from batch b where workplace_id = $1 and state in ('done', 'cancelled') and failed = 0 and kind = any($4::text[])
          and created_at < $2::timestamptz - make_interval(days => $3) and exists (select from batch_item i where i.workplace_id = $1 and i.batch_id = b.id)
        order by created_at limit 20`,
      values,
      isDropped: false,
    },
  ]
}

/** @returns whether some are left. */
async function removeItems(db: Database, actor: Actor, batchId: string): Promise<boolean> {
  const [rows] = await db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'batch_item_clean',
        text: `with gone as (delete from batch_item where workplace_id = $1 and batch_id = $2 and position = any(array(
            select position from batch_item where workplace_id = $1 and batch_id = $2 order by position limit ${portion})) returning true)
          select count(*) from gone`,
        values: [actor.workplaceId, batchId],
      },
    ]),
  )
  return Number(rows?.[0]?.[0] ?? 0) === portion
}

function dropStatement(workplaceId: string, id: string): Statement {
  return {
    name: 'batch_drop_old',
    text: `delete from batch b where workplace_id = $1 and id = $2 and (state = 'draft' or ${isOver} or kind <> all($3::text[]))`,
    values: [workplaceId, id, engineKinds],
  }
}
