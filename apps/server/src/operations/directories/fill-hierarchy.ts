import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { listPositions, refuseTooMany, writeNodes } from '../hierarchies/import-nodes.ts'
import { lockHierarchy } from '../hierarchies/nodes.ts'
import type { OperationContext } from '../operation-context.ts'
import type { DirectoryRow } from './directory.ts'
import { type ManagedUser, type PositionResult, planPositions } from './plan-positions.ts'
import { findRun, type StoredRun } from './runs.ts'

interface Filling {
  readonly directory: DirectoryRow
  /** A run whose rows are all taken over. A dry run only reports what would change. */
  readonly run: StoredRun
}

/**
 * Places the users of a run below their managers in the hierarchy of the directory, all in one transaction, and adds
 * the result for each position to the rows of the run. Users who were refused are left out. Does nothing after a
 * cancellation, and when an earlier worker has filled the hierarchy.
 */
export async function fillHierarchy(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { directory, run }: Filling,
): Promise<void> {
  const { hierarchy: id } = directory
  if (id === null) return
  await db.withTransaction(actorOf(request), async (tx) => {
    if (!(await isDue(tx, run))) return
    const hierarchy = await lockHierarchy(tx, request.user, id)
    if (hierarchy instanceof Refusal) {
      await report(tx, run, [{ name: 'hierarchy', result: 'refused', message: hierarchy.message }])
      return
    }
    const users = await readUsers(tx, directory, run)
    const existing = await listExisting(tx, run, users)
    const plan = planPositions({ users, nodes: await listPositions(tx, hierarchy), existing, newId: runtime.newId })
    const tooMany = await refuseTooMany(tx, hierarchy, plan.nodes)
    if (tooMany !== null) {
      await report(tx, run, [{ name: hierarchy.name, result: 'refused', message: tooMany.message }])
      return
    }
    if (!run.is_dry_run)
      await writeNodes(tx, hierarchy, plan.nodes, { at: clock().toISOString(), by: request.user.username })
    const place = `Position in “${hierarchy.name}”: `
    await report(
      tx,
      run,
      plan.results.map((one) => ({
        ...one,
        message: `${place}${one.message === '' ? 'On the top level' : one.message}`,
      })),
    )
  })
}

/** Locks the run. Returns whether it is still carried out, and no earlier worker has filled the hierarchy. */
async function isDue(tx: Tx, { workplace_id: workplaceId, directory_id: directoryId, id: runId }: StoredRun) {
  const now = await findRun(tx, { workplaceId, directoryId, runId }, { lock: true })
  if (now?.state !== 'applying') return false
  const filled = await runSql(
    tx,
    sql`select 1 from directory_run_row where workplace_id = ${workplaceId} and run_id = ${runId} and kind = 'position' limit 1`,
  )
  return filled.length === 0
}

/** Reads the users of a run with their managers. */
function readUsers(tx: Tx, directory: DirectoryRow, { workplace_id, id }: StoredRun): Promise<ManagedUser[]> {
  return runSql<ManagedUser>(
    tx,
    sql`with person as (
        select r.position, r.entry_key, coalesce(u.username, r.data ->> 'username') as username, r.data ->> 'manager' as manager, r.data ->> 'managerDn' as manager_dn
        from directory_run_row r
        left join directory_user l on l.workplace_id = r.workplace_id and l.directory_id = ${directory.id} and l.entry_key = r.entry_key
        left join app_user u on u.workplace_id = l.workplace_id and u.id = l.user_id
        where r.workplace_id = ${workplace_id} and r.run_id = ${id} and r.kind = 'user' and r.entry_key <> '' and r.result <> 'refused')
      select p.username, m.username as manager, case when m.username is null then p.manager_dn end as "unknownManager"
      from person p left join person m on m.entry_key = p.manager where p.username is not null order by p.position`,
  )
}

/** In a dry run, users who would be created count too. */
async function listExisting(
  tx: Tx,
  { workplace_id, is_dry_run }: StoredRun,
  users: readonly ManagedUser[],
): Promise<ReadonlySet<string>> {
  const names = users.map(({ username }) => username)
  if (is_dry_run) return new Set(names)
  const rows = await runSql<{ username: string }>(
    tx,
    sql`select username from app_user where workplace_id = ${workplace_id} and username = any(${names}::text[])`,
  )
  return new Set(rows.map(({ username }) => username))
}

/** Rows of one statement. */
const portion = 2_000

/** Adds rows about positions behind the rows of the run. */
async function report(
  tx: Tx,
  { workplace_id, id, row_count }: StoredRun,
  results: readonly PositionResult[],
): Promise<void> {
  for (let from = 0; from < results.length; from += portion)
    await runSql(
      tx,
      sql`insert into directory_run_row (workplace_id, run_id, position, kind, entry_key, dn, name, data, result, message)
        select ${workplace_id}, ${id}, ${row_count + from}::int + t.n, 'position', '', '', t.name, '{}', t.result, t.message
        from rows from (jsonb_to_recordset(${JSON.stringify(results.slice(from, from + portion))}::jsonb) as (name text, result text, message text)) with ordinality as t (name, result, message, n)`,
    )
  const count = (result: PositionResult['result']) => results.filter((one) => one.result === result).length
  await runSql(
    tx,
    sql`update directory_run set row_count = row_count + ${results.length}, position = row_count + ${results.length}, new_count = new_count + ${count('new')},
        changed_count = changed_count + ${count('changed')}, refused_count = refused_count + ${count('refused')}
      where workplace_id = ${workplace_id} and id = ${id}`,
  )
}
