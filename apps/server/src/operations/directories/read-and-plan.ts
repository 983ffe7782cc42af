import { listNamesOf } from '@millrace/contract'
import { sql } from 'kysely'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { locationOf } from '../../platform/directory/directory-place.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { DirectoryRow } from './directory.ts'
import { findGroupsOf } from './directory-groups.ts'
import { rulesOf } from './load-directory.ts'
import { type Allowance, type KnownUser, planRun, type RunPlan } from './plan-run.ts'
import { readGroups, readUsers } from './read-directory.ts'
import type { StoredRun } from './runs.ts'

export interface PlannedRun extends RunPlan {
  /** Users and groups that the directory returned. */
  readonly found: number
  readonly foundGroups: number
}

/**
 * Reads a directory, outside of any transaction, and decides what the run changes.
 *
 * @throws OutgoingFailure when the answer is missing or incomplete.
 */
export async function readAndPlan(
  { db, directories, secret }: Pick<Runtime, 'db' | 'directories' | 'secret'>,
  row: DirectoryRow,
  run: StoredRun,
): Promise<PlannedRun> {
  const { place, signIn } = locationOf(row, secret)
  const rules = rulesOf(row)
  const answer = await directories.withSession(place, signIn, async (session) => ({
    users: await readUsers(session, rules),
    groups: await readGroups(session, rules),
  }))
  const groupsOf = findGroupsOf(answer.groups)
  const entries = answer.users.map((entry) => ({ ...entry, groups: groupsOf(entry.dn, entry.username) }))
  const { known, existingGroups } = await db.read({ workplaceId: row.workplace_id }, async (tx) => ({
    known: await runSql<KnownUser>(
      tx,
      sql`select u.id as "userId", l.entry_key as key, u.username, l.dn, l.is_present as "isPresent",
          coalesce((select array_agg(g.key) from directory_member d join user_group g on g.workplace_id = d.workplace_id and g.id = d.group_id
            where d.workplace_id = l.workplace_id and d.user_id = l.user_id and d.directory_id = l.directory_id), '{}') as groups
        from directory_user l join app_user u on u.workplace_id = l.workplace_id and u.id = l.user_id
        where l.workplace_id = ${row.workplace_id} and l.directory_id = ${row.id}`,
    ),
    existingGroups: await listGroups(tx, row.workplace_id),
  }))
  const plan = planRun(
    {
      ...{ entries, known, existingGroups: new Set(existingGroups.map(({ key }) => key)) },
      ofAdministrators: new Set([
        engineGroup,
        ...existingGroups.filter(({ isOfAdministrators }) => isOfAdministrators).map(({ key }) => key),
      ]),
    },
    {
      groupRule: row.group_rule as Allowance['groupRule'],
      groupMapping: row.group_mapping,
      thresholdPercent: row.threshold_percent,
      confirmed:
        run.confirmed_leavers === null ? null : { leavers: run.confirmed_leavers, losers: run.confirmed_losers ?? 0 },
    },
  )
  return { ...plan, found: answer.users.length, foundGroups: answer.groups.length }
}

/** Lists all groups here, and whether they make their members administrators, directly or by a parent group. */
function listGroups(
  tx: Tx,
  workplaceId: string,
): Promise<{ readonly key: string; readonly isOfAdministrators: boolean }[]> {
  return runSql(
    tx,
    sql`with recursive given (id) as (
        select g.id from user_group g where g.workplace_id = ${workplaceId} and (g.key = ${engineGroup}
          or exists (select from group_role r where r.workplace_id = g.workplace_id and r.group_id = g.id and r.role = any(${listNamesOf('RoleAdmin')}::text[])))
        union
        select g.id from given a join user_group g on g.workplace_id = ${workplaceId} and g.parent_id = a.id)
      select g.key, g.id in (select id from given) as "isOfAdministrators" from user_group g where g.workplace_id = ${workplaceId}`,
  )
}
