import { directoryLimits } from '@millrace/contract/lists/directories'
import { sql } from 'kysely'
import { systemActor } from '../../platform/db/actor.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openRun } from './runs.ts'

/** Starts the runs of directories whose time has come, and deletes old runs. */
export async function startDueRuns(
  { db, clock, newId, announceJobs }: Pick<Runtime, 'db' | 'clock' | 'newId' | 'announceJobs'>,
  workplaceId: string,
): Promise<void> {
  const now = clock()
  const hasWork = await db.read({ workplaceId }, async (tx) => {
    const rows = await runSql(
      tx,
      sql`select 1 from directory where workplace_id = ${workplaceId} and next_run_at <= ${now.toISOString()}
        union all (select 1 from directory_run where workplace_id = ${workplaceId} and started_at < ${oldest(now)}
          and state not in ('reading', 'applying', 'waiting') limit 1) limit 1`,
    )
    return rows.length > 0
  })
  if (!hasWork) return
  const isOrdered = await db.withTransaction(systemActor(workplaceId, 'directory'), async (tx) => {
    const due = await runSql<{
      workplace_id: string
      id: string
      every_minutes: number | null
    }>(
      tx,
      sql`select workplace_id, id, every_minutes from directory where workplace_id = ${workplaceId} and next_run_at <= ${now.toISOString()}
        order by next_run_at for update skip locked`,
    )
    let isAny = false
    for (const directory of due) {
      const next = new Date(now.getTime() + (directory.every_minutes ?? 60) * 60_000)
      await runSql(
        tx,
        sql`update directory set next_run_at = ${directory.every_minutes === null ? null : next.toISOString()} where workplace_id = ${workplaceId} and id = ${directory.id}`,
      )
      // A run that is at work goes on, and the next one comes at its time.
      if (await openRun(tx, directory, { id: newId(), isDryRun: false, by: null, now })) isAny = true
    }
    await runSql(
      tx,
      sql`delete from directory_run where workplace_id = ${workplaceId} and id in (select id from directory_run where workplace_id = ${workplaceId}
        and started_at < ${oldest(now)} and state not in ('reading', 'applying', 'waiting') order by started_at limit 10)`,
    )
    return isAny
  })
  if (isOrdered) announceJobs()
}

function oldest(now: Date): string {
  return new Date(now.getTime() - directoryLimits.days * 86_400_000).toISOString()
}
