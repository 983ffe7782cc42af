import { type GroupUse, groupLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { groupRecord, noSuchGroup } from '../../operations/groups/group.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'

/**
 * Lists the uses of a group: open tasks that it may claim, by process; deployed processes that it may start, in their
 * newest version; categories, views and authorizations that name it. Refuses with `thing.not-found`.
 */
export function listUses(db: Database, request: Request, id: string): Promise<GroupUse[] | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const group = await groupRecord.find(tx, workplaceId, { id })
    if (group === null) return noSuchGroup()
    const found: GroupUse[] = []
    for (const query of queriesFor(workplaceId, group.key)) found.push(...(await runSql<GroupUse>(tx, query)))
    return found
  })
}

function queriesFor(workplaceId: string, key: string): Sql[] {
  const { uses } = groupLimits
  return [
    sql`select 'candidates' as kind, coalesce(d.name, d.key, '–') as name, count(*)::int as count
      from task t left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
      where t.workplace_id = ${workplaceId} and t.candidate_groups @> array[${key}::text] and t.assignee is null
      group by 2 order by 2 limit ${uses}`,
    sql`select 'starters' as kind, coalesce(d.name, d.key) as name, null::int as count from process_definition d
      where d.workplace_id = ${workplaceId} and ${key}::text = any(d.starter_groups)
        and not exists (select from process_definition n where n.workplace_id = d.workplace_id and n.key = d.key
          and n.tenant_id is not distinct from d.tenant_id and n.version > d.version)
      order by 2 limit ${uses}`,
    sql`select 'category' as kind, name, null::int as count from category
      where workplace_id = ${workplaceId} and ${key}::text = any(groups) order by 2 limit ${uses}`,
    sql`select 'view' as kind, name, null::int as count from list_view
      where workplace_id = ${workplaceId} and ${key}::text = any(groups) order by 2 limit ${uses}`,
    sql`select 'authorization' as kind, '' as name, count(*)::int as count from user_authorization
      where workplace_id = ${workplaceId} and group_id = ${key} having count(*) > 0`,
  ]
}
