import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Account } from '../users/accounts.ts'
import type { DirectoryRow } from './directory.ts'

/** The user of an entry before a run. */
export interface UserState {
  readonly status: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** User name; empty: none. */
  readonly manager: string
  readonly groups: readonly {
    readonly id: string
    readonly key: string
    /** Whether this directory gave the membership. */
    readonly isGiven: boolean
  }[]
}

export async function readUserState(
  tx: Tx,
  { id: directoryId }: DirectoryRow,
  { workplaceId, id, firstName, lastName, email }: Account,
): Promise<UserState> {
  const [row] = await runSql<{ status: string; manager: string | null; groups: UserState['groups'] }>(
    tx,
    sql`select u.status, (select m.username from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager,
        coalesce((select json_agg(json_build_object('id', g.id, 'key', g.key, 'isGiven', d.directory_id is not null) order by g.key) from group_member m
          join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
          left join directory_member d on d.workplace_id = m.workplace_id and d.user_id = m.user_id and d.group_id = m.group_id and d.directory_id = ${directoryId}
          where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]') as groups
      from app_user u where u.workplace_id = ${workplaceId} and u.id = ${id}`,
  )
  return {
    status: row?.status ?? 'enabled',
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    manager: row?.manager ?? '',
    groups: row?.groups ?? [],
  }
}
