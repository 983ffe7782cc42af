import type { DirectoryRunState } from '@millrace/contract'
import { sql } from 'kysely'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { DirectoryRow } from './directory.ts'

export interface StoredRun {
  readonly workplace_id: string
  readonly id: string
  readonly directory_id: string
  readonly state: DirectoryRunState
  readonly is_dry_run: boolean
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly started_by: string | null
  readonly found: number
  readonly found_groups: number
  readonly row_count: number
  readonly position: number
  readonly new_count: number
  readonly changed_count: number
  readonly restored_count: number
  readonly disabled_count: number
  readonly same_count: number
  readonly refused_count: number
  readonly known_count: number
  readonly leaver_count: number
  readonly loser_count: number
  readonly confirmed_leavers: number | null
  readonly confirmed_losers: number | null
  readonly message: string
}

export interface RunRef {
  readonly workplaceId: string
  readonly directoryId: string
  readonly runId: string
}

export async function findRun(
  tx: Tx,
  { workplaceId, directoryId, runId }: RunRef,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredRun | null> {
  if (!isUuid(runId) || !isUuid(directoryId)) return null
  const [row] = await runSql<StoredRun>(
    tx,
    sql`select * from directory_run where workplace_id = ${workplaceId} and directory_id = ${directoryId} and id = ${runId} ${lock ? sql`for update` : sql``}`,
  )
  return row ?? null
}

export interface NewRun {
  readonly id: string
  readonly isDryRun: boolean
  /** User name; null: the schedule. */
  readonly by: string | null
  readonly now: Date
}

/**
 * Creates a run of a locked directory, and orders the job that carries it out after the commit. The new run replaces a
 * run that waits for a confirmation.
 *
 * @returns false when another run is in progress.
 */
export async function openRun(
  tx: Tx,
  { workplace_id: workplaceId, id: directoryId }: Pick<DirectoryRow, 'workplace_id' | 'id'>,
  { id, isDryRun, by, now }: NewRun,
): Promise<boolean> {
  const at = now.toISOString()
  const [, opened] = await tx.batch([
    {
      name: 'directory_run_give_way',
      text: `update directory_run set state = 'cancelled', ended_at = $3 where workplace_id = $1 and directory_id = $2 and state = 'waiting'`,
      values: [workplaceId, directoryId, at],
    },
    {
      name: 'directory_run_open',
      text: `insert into directory_run (workplace_id, id, directory_id, state, is_dry_run, started_at, started_by) values ($1, $2, $3, 'reading', $4, $5, $6)
        on conflict (workplace_id, directory_id) where state in ('reading', 'applying', 'waiting') do nothing returning id`,
      values: [workplaceId, id, directoryId, isDryRun, at, by],
    },
  ])
  if (opened?.[0] === undefined) return false
  await tx.batch([orderRun(workplaceId, id, at)])
  return true
}

/** Returns the statement that creates the job of a run of a directory, or makes its existing job due at the time `at`. */
export function orderRun(workplaceId: string, runId: string, at: string): Statement {
  return {
    name: 'directory_run_order',
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at)
      values ($1, $2, $2, 'directory', 'directory', $3, 3, 0, false, false, '{}', $3)
      on conflict (workplace_id, id) do update set due_at = excluded.due_at, locked_by = null, locked_until = null`,
    values: [workplaceId, runId, at],
  }
}
