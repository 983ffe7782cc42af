import type { DirectoryResult, DirectoryRun, DirectoryRunRow } from '@millrace/contract'
import { directoryLimits } from '@millrace/contract/lists/directories'
import { sql } from 'kysely'
import { directoryRecord } from '../../operations/directories/directory.ts'
import { noSuchRun, refuseDirectoryKeeper } from '../../operations/directories/policy.ts'
import { findRun, type StoredRun } from '../../operations/directories/runs.ts'
import { loadRecord } from '../../operations/records/load-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Lists the runs of a directory, the newest first. */
export function listRuns(db: Database, request: Request, id: string): Promise<DirectoryRun[] | Refusal> {
  return db.read(request, async (tx) => {
    const directory = await loadRecord(tx, request.user, directoryRecord, id)
    if (directory instanceof Refusal) return directory
    const rows = await runSql<StoredRun>(
      tx,
      sql`select * from directory_run where workplace_id = ${request.workplaceId} and directory_id = ${directory.id}
        order by started_at desc, id desc limit ${directoryLimits.runs}`,
    )
    return rows.map(presentRun)
  })
}

interface Wanted {
  readonly id: string
  readonly runId: string
  readonly result?: DirectoryResult | undefined
  readonly after: number
}

interface Found {
  readonly run: DirectoryRun
  readonly rows: DirectoryRunRow[]
  readonly next: number | null
}

/** Reads a run with a page of its rows. Refuses with `thing.not-found`. */
export function readRun(
  db: Database,
  request: Request,
  { id, runId, result, after }: Wanted,
): Promise<Found | Refusal> {
  const { page } = directoryLimits
  return db.read(request, async (tx) => {
    const refusal = refuseDirectoryKeeper(request.user)
    if (refusal !== null) return refusal
    const run = await findRun(tx, { workplaceId: request.workplaceId, directoryId: id, runId })
    if (run === null) return noSuchRun()
    const rows = await runSql<DirectoryRunRow>(
      tx,
      sql`select position, name, dn, result, changes, message from directory_run_row
        where workplace_id = ${request.workplaceId} and run_id = ${run.id} and position > ${after}
          and ${result === undefined ? sql`result is not null` : sql`result = ${result}`} order by position limit ${page + 1}`,
    )
    const shown = rows.slice(0, page)
    return {
      run: presentRun(run),
      rows: shown,
      next: rows.length > shown.length ? (shown.at(-1)?.position ?? null) : null,
    }
  })
}

/** Reads a run after a change of it. */
export async function getRun(
  db: Database,
  request: Request,
  { id, runId }: Pick<Wanted, 'id' | 'runId'>,
): Promise<DirectoryRun | Refusal> {
  const found = await db.read(request, (tx) =>
    findRun(tx, { workplaceId: request.workplaceId, directoryId: id, runId }),
  )
  return found === null ? noSuchRun() : presentRun(found)
}

function presentRun(row: StoredRun): DirectoryRun {
  return {
    id: row.id,
    state: row.state,
    isDryRun: row.is_dry_run,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    startedBy: row.started_by,
    found: row.found,
    foundGroups: row.found_groups,
    rows: row.row_count,
    doneRows: Math.min(row.position, row.row_count),
    counts: {
      new: row.new_count,
      changed: row.changed_count,
      restored: row.restored_count,
      disabled: row.disabled_count,
      same: row.same_count,
      refused: row.refused_count,
    },
    known: row.known_count,
    leavers: row.leaver_count,
    losers: row.loser_count,
    message: row.message,
  }
}
