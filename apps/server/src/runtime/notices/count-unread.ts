import { noticeLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'
import { isVisible } from './visible.ts'

/** The number of newest notifications that are examined. */
const looked = 1_000

/** Returns the SQL expression that counts the user's unread notifications, up to a limit. */
export function countUnread({ workplaceId, id }: { readonly workplaceId: string; readonly id: string }): Sql {
  return sql`(select count(*) from (select from (
      select * from notice where workplace_id = ${workplaceId} and user_id = ${id} and is_shown and read_at is null
      order by created_at desc, id desc limit ${looked}) n
    join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id where ${isVisible} limit ${noticeLimits.counted}) n)`
}
