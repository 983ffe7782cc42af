import { incidentGroupLimits } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'

/** Changes of one transaction. */
const portion = 10_000

const dayMs = 86_400_000

/**
 * Adds new and resolved incidents to the counts of their causes, in all workplaces. A failure in one workplace does not
 * stop the others.
 *
 * @throws the last failure.
 */
export async function addUpGroups(runtime: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const [rows] = await runtime.db.readPlatform((tx) =>
    tx.batch([
      {
        name: 'incident_group_workplaces',
        text: `select workplace_id from workplace w where moving_at is null and exists (select from incident_group_change c where c.workplace_id = w.workplace_id)`,
        values: [],
      },
    ]),
  )
  const failures: unknown[] = []
  for (const [workplaceId] of rows ?? [])
    if (workplaceId != null)
      await addUpIn(runtime, workplaceId).catch((error: unknown) => {
        failures.push(error)
      })
  if (failures.length > 0) throw failures.at(-1)
}

async function addUpIn({ db, clock }: Pick<Runtime, 'db' | 'clock'>, workplaceId: string): Promise<void> {
  for (let count = portion; count >= portion; ) {
    const values = [workplaceId, clock().toISOString(), portion]
    const [rows] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
      tx.commit([{ name: 'incident_group_add_up', text: addUp, values }]),
    )
    count = Number(rows?.[0]?.[0] ?? 0)
  }
}

/** Deletes causes that have had no incident for a month. */
export async function clearFixedGroups(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  workplaceId: string,
): Promise<void> {
  const before = new Date(clock().getTime() - incidentGroupLimits.fixedDays * dayMs).toISOString()
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([{ name: 'incident_group_forget', text: forget, values: [workplaceId, before, portion] }]),
  )
}

/** A cause that had no incident is a new one with the next: its first is that. */
const addUp = `with looked as materialized (select id from incident_group_change where workplace_id = $1 order by id limit $3),
    gone as (delete from incident_group_change c using looked l where c.workplace_id = $1 and c.id = l.id returning c.group_id, c.delta, c.at),
    sums as (select group_id, sum(delta)::int as delta, min(at) filter (where delta > 0) as first_at, max(at) filter (where delta > 0) as last_at from gone group by group_id),
    added as (update incident_group g set open_count = g.open_count + s.delta, last_at = greatest(g.last_at, s.last_at),
        first_at = case when g.fixed_at is not null and s.first_at is not null then s.first_at else g.first_at end,
        fixed_at = case when g.open_count + s.delta = 0 then $2::timestamptz end
      from sums s where g.workplace_id = $1 and g.id = s.group_id)
  select count(*) from gone`

/** SQL that deletes causes without incidents, except those that just get a new one. */
const forget = `with old as materialized (select id from incident_group g where workplace_id = $1 and fixed_at < $2::timestamptz
      and not exists (select from incident n where n.workplace_id = $1 and n.group_id = g.id) order by fixed_at, id limit $3 for update skip locked)
  delete from incident_group g using old where g.workplace_id = $1 and g.id = old.id`
