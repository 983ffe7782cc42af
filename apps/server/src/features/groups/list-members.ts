import { type GroupMembers, groupLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { groupRecord, noSuchGroup } from '../../operations/groups/group.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { runSql } from '../../platform/list/sql.ts'
import { displayNameOf } from '../../runtime/rights/people.ts'

interface Row {
  readonly username: string
  readonly displayName: string
  readonly isEnabled: boolean
  readonly isDirect: boolean
  readonly via: string[]
}

/**
 * Lists the members of a group and of the enabled groups below it, the first by name. A disabled group can be listed
 * too, because it keeps its members. Refuses with `thing.not-found`.
 */
export function listMembers(
  db: Database,
  request: Request,
  { id, q }: { readonly id: string; readonly q: string },
): Promise<GroupMembers | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const group = await groupRecord.find(tx, workplaceId, { id })
    if (group === null) return noSuchGroup()
    const below = sql`with recursive below (id, name) as (
        select g.id, g.name from user_group g where g.workplace_id = ${workplaceId} and g.id = ${group.id}
        union
        select g.id, g.name from below b
          join user_group g on g.workplace_id = ${workplaceId} and g.parent_id = b.id and not g.is_disabled),
      found as (
        select m.user_id, bool_or(b.id = ${group.id}) as is_direct,
          coalesce(array_agg(b.name order by b.name) filter (where b.id <> ${group.id}), '{}') as via
        from below b join group_member m on m.workplace_id = ${workplaceId} and m.group_id = b.id group by m.user_id)`
    const name = displayNameOf('u')
    const matches = q === '' ? sql`true` : containsAny([sql`u.username`, name], q)
    const rows = await runSql<Row>(
      tx,
      sql`${below} select u.username, ${name} as "displayName", u.status <> 'disabled' as "isEnabled", f.is_direct as "isDirect", f.via
        from found f join app_user u on u.workplace_id = ${workplaceId} and u.id = f.user_id
        where ${matches} order by u.display_key, u.username limit ${groupLimits.members + 1}`,
    )
    const [counts] = await runSql<{ direct: number; total: number }>(
      tx,
      sql`${below} select count(*) filter (where is_direct)::int as direct, count(*)::int as total from found`,
    )
    return {
      items: rows.slice(0, groupLimits.members),
      isMore: rows.length > groupLimits.members,
      direct: counts?.direct ?? 0,
      total: counts?.total ?? 0,
    }
  })
}
