import { sql } from 'kysely'
import { systemActor } from '../../platform/db/actor.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { orderToTargets, targetsOf } from '../../runtime/incidents/order-alerts.ts'
import { presentHealth, readHealth } from '../../runtime/listeners/listener-health.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Reports listeners at which nothing has arrived for longer than usual: on the dashboard of administrators, and to the
 * targets of alerts, once for each silence. The report ends when something arrives again. The mark and the alerts are one
 * transaction, so that two servers report once.
 */
export async function reportSilence(
  { db, clock, newId, announceJobs }: Pick<Runtime, 'db' | 'clock' | 'newId' | 'announceJobs'>,
  workplaceId: string,
): Promise<void> {
  const now = clock()
  const found = await db.read({ workplaceId }, (tx) => readHealth(tx, workplaceId, sql`l.disabled_at is null`))
  const isSilent = (row: (typeof found)[number]) => presentHealth(row, now).state === 'silent'
  const silent = found.filter((row) => row.silent_since === null && isSilent(row)).map(({ id }) => id)
  const over = found
    .filter(({ silent_since, accepted_at }) => silent_since !== null && (accepted_at ?? silent_since) > silent_since)
    .map(({ id }) => id)
  if (silent.length === 0 && over.length === 0) return
  const targets = targetsOf(await readSettings(db, workplaceId))
  const at = now.toISOString()
  const isOrdered = await db.withTransaction(systemActor(workplaceId, 'listener'), async (tx) => {
    const [, marked] = await tx.batch([
      {
        name: 'external_listener_speaks',
        text: 'update external_listener_state set silent_since = null where workplace_id = $1 and listener_id = any($2::uuid[])',
        values: [workplaceId, `{${over.join(',')}}`],
      },
      {
        name: 'external_listener_silent',
        text: `insert into external_listener_state as t (workplace_id, listener_id, silent_since)
          select $1, l.id, $3 from external_listener l where l.workplace_id = $1 and l.id = any($2::uuid[]) order by l.id
          on conflict (workplace_id, listener_id) do update set silent_since = excluded.silent_since where t.silent_since is null
          returning listener_id`,
        values: [workplaceId, `{${silent.join(',')}}`, at],
      },
    ])
    const ids = (marked ?? []).flatMap(([id]) => (id == null ? [] : [id]))
    if (ids.length === 0 || targets.length === 0) return false
    const listeners = await runSql<{ id: string; name: string; system: string }>(
      tx,
      sql`select l.id, l.name, s.name as system from external_listener l join external_system s on s.workplace_id = l.workplace_id and s.id = l.system_id
        where l.workplace_id = ${workplaceId} and l.id = any(${ids}::uuid[]) order by lower(l.name), l.id`,
    )
    const acceptedAt = new Map(found.map(({ id, accepted_at }) => [id, accepted_at?.toISOString() ?? null]))
    const body = {
      kind: 'silence' as const,
      listeners: listeners.map((one) => ({ ...one, acceptedAt: acceptedAt.get(one.id) ?? null })),
    }
    await tx.commit(await orderToTargets(tx, { workplaceId, targets, newId, body, at }))
    return true
  })
  if (isOrdered) announceJobs()
}
