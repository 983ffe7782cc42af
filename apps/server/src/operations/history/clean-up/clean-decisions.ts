import { forgetDecisions } from './clean-instances.ts'
import type { Position } from './clean-up-run.ts'
import type { StageContext } from './stage.ts'

const portion = 500

/**
 * Deletes one portion of evaluations outside of processes whose time to live has passed. Evaluations in instances are
 * deleted together with their instance.
 */
export async function cleanDecisions(
  { db, actor, now, settings, count }: StageContext,
  position: Position,
): Promise<Position | null> {
  if (settings['history.removalTime'] === 'none') return null
  const { workplaceId } = actor
  const [rows = []] = await db.read(actor, (tx) =>
    tx.batch([
      {
        name: 'history_decisions_expired',
        // Ids begin with the time of their making: what is too young for every decision ends the walk.
        text: `select f.id, f.is_alone and d.id is not null and f.at + d.history_time_to_live * interval '1 day' <= $2::timestamptz
            and not exists (select from removal_time s where s.workplace_id = $1 and s.subject_id = f.id)
          from (select id, at, instance_id = id as is_alone, data ->> 'decisionId' as decision_id from history_fact
            where workplace_id = $1 and kind = 'decision-evaluated' and id > $3::uuid
              and at <= $2::timestamptz - (select min(history_time_to_live) from decision_definition where workplace_id = $1) * interval '1 day'
            order by id limit ${portion}) f
          left join decision_definition d on d.workplace_id = $1 and d.id::text = f.decision_id and d.history_time_to_live is not null
          order by f.id`,
        values: [workplaceId, now, position.after?.[1] ?? '00000000-0000-0000-0000-000000000000'],
      },
    ]),
  )
  const last = rows.at(-1)?.[0]
  if (last == null) return null
  const next: Position = { ...position, after: [now, last] }
  const ids = rows.flatMap(([id, isOld]) => (isOld === 't' && id != null ? [id] : []))
  await db.withTransaction(actor, (tx) =>
    tx.commit([...(ids.length === 0 ? [] : forgetDecisions(workplaceId, ids)), count({ decisions: ids.length }, next)]),
  )
  return next
}
