import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { PlannedRun } from './read-and-plan.ts'
import type { StoredRun } from './runs.ts'

interface Staged {
  readonly job: { readonly workplaceId: string; readonly id: string; readonly workerId: string }
  readonly run: StoredRun
  readonly plan: PlannedRun
}

/** Rows of one statement. */
const portion = 2_000

/**
 * Stores the rows of a run, and lets its job apply them or wait for a confirmation.
 *
 * @returns false when this worker no longer holds the job, or a user has cancelled the run.
 */
export async function stageRun(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  actor: Actor,
  { job: { workplaceId, id, workerId }, run, plan }: Staged,
): Promise<boolean> {
  const isWaiting = plan.isDoubtful && !run.is_dry_run
  const now = clock().toISOString()
  return db.withTransaction(actor, async (tx) => {
    const [mine] = await tx.batch([
      {
        name: 'directory_run_plan',
        text: `update directory_run r set state = $4, found = $5, found_groups = $6, row_count = $7, known_count = $8, leaver_count = $9, loser_count = $10,
            message = $11, position = 0
          where r.workplace_id = $1 and r.id = $2 and r.state = 'reading' and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3) returning r.id`,
        values: [
          ...[workplaceId, id, workerId, isWaiting ? 'waiting' : 'applying', plan.found, plan.foundGroups],
          ...[plan.rows.length, plan.known, plan.leavers, plan.losers, isWaiting ? describeDoubt(plan) : ''],
        ],
      },
      {
        name: 'directory_run_forget_rows',
        text: 'delete from directory_run_row where workplace_id = $1 and run_id = $2',
        values: [workplaceId, id],
      },
    ])
    if (mine?.[0] === undefined) {
      await tx.rollback()
      return false
    }
    for (let from = 0; from < plan.rows.length; from += portion)
      await tx.batch([
        {
          name: 'directory_run_add_rows',
          text: `insert into directory_run_row (workplace_id, run_id, position, kind, entry_key, dn, name, data)
            select $1, $2, $3 + t.ordinality, t.row->>'kind', t.row->>'entryKey', t.row->>'dn', t.row->>'name', t.row->'data'
            from jsonb_array_elements($4::jsonb) with ordinality as t (row, ordinality)`,
          values: [workplaceId, id, from, JSON.stringify(plan.rows.slice(from, from + portion))],
        },
      ])
    await tx.batch([
      isWaiting
        ? {
            name: 'directory_run_wait',
            text: 'delete from job where workplace_id = $1 and id = $2 and locked_by = $3',
            values: [workplaceId, id, workerId],
          }
        : {
            name: 'directory_run_go_on',
            text: 'update job set attempts = 0, due_at = $4, locked_until = null, locked_by = null where workplace_id = $1 and id = $2 and locked_by = $3',
            values: [workplaceId, id, workerId, now],
          },
    ])
    return true
  })
}

function describeDoubt({ leavers, losers, known }: PlannedRun): string {
  const parts = [
    ...(leavers > 0 ? [`disable ${leavers} of ${known} users`] : []),
    ...(losers > 0 ? [`remove ${losers} of ${known} users from groups`] : []),
  ]
  return `This run would ${parts.join(' and ')}, which is more than the threshold. Nobody was changed. Check the directory and its filters, then confirm or cancel the run.`
}
