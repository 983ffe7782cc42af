import { type HierarchyNode, type HierarchyNodeDetail, hierarchyLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { hierarchyRecord } from '../../operations/hierarchies/hierarchy.ts'
import { noSuchNode } from '../../operations/hierarchies/nodes.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { contains } from '../../platform/list/conditions.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { displayNameOf, namesContain } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly parent_id: string | null
  readonly name: string
  readonly username: string | null
  readonly display_name: string | null
  readonly valid_from: string | null
  readonly valid_until: string | null
  readonly revision: number
  readonly children: number
  readonly below: number
}

interface Level {
  readonly items: HierarchyNode[]
  readonly next: string | null
  readonly total: number
}

/** Returns a page of one level of a hierarchy. Refuses with `thing.not-found`. */
export function readLevel(
  db: Database,
  request: Request,
  {
    id,
    parent,
    after,
  }: { readonly id: string; readonly parent?: string | undefined; readonly after?: string | undefined },
): Promise<Level | Refusal> {
  const { workplaceId } = request.user
  return db.read(request, async (tx) => {
    if ((await hierarchyRecord.find(tx, workplaceId, id)) === null) return noSuch(hierarchyRecord)
    if ((parent !== undefined && !isUuid(parent)) || (after !== undefined && !isUuid(after))) return noSuchNode()
    const isBehind =
      after === undefined
        ? sql`true`
        : sql`(n.place, n.id) > (select a.place, a.id from hierarchy_node a where a.workplace_id = ${workplaceId} and a.id = ${after})`
    const parentIs = parent === undefined ? sql`n.parent_id is null` : sql`n.parent_id = ${parent}`
    const rows = await selectNodes(tx, workplaceId, {
      top: sql`select n.* from hierarchy_node n where n.workplace_id = ${workplaceId} and n.hierarchy_id = ${id} and ${parentIs} and ${isBehind}
        order by n.place, n.id limit ${hierarchyLimits.level + 1}`,
      order: sql`t.place, t.id`,
    })
    const items = rows.slice(0, hierarchyLimits.level).map(present)
    const [count] = await runSql<{ total: number }>(
      tx,
      sql`select count(*)::int as total from hierarchy_node where workplace_id = ${workplaceId} and hierarchy_id = ${id}`,
    )
    return {
      items,
      next: rows.length > hierarchyLimits.level ? (items.at(-1)?.id ?? null) : null,
      total: count?.total ?? 0,
    }
  })
}

/** Finds positions by their name or person, the first by name. Refuses with `thing.not-found`. */
export function findNodes(
  db: Database,
  request: Request,
  { id, q }: { readonly id: string; readonly q: string },
): Promise<HierarchyNodeDetail[] | Refusal> {
  const { workplaceId } = request.user
  return db.read(request, async (tx) => {
    if ((await hierarchyRecord.find(tx, workplaceId, id)) === null) return noSuch(hierarchyRecord)
    const matches = sql`(${contains(sql`n.name`, q)} or ${namesContain('u', q)})`
    const rows = await selectNodes(tx, workplaceId, {
      top: sql`select n.* from hierarchy_node n left join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id
        where n.workplace_id = ${workplaceId} and n.hierarchy_id = ${id} and ${matches} order by lower(n.name), n.id limit ${hierarchyLimits.found}`,
      order: sql`lower(t.name), t.id`,
    })
    return withAbove(tx, workplaceId, rows)
  })
}

/** Returns one position with the positions above it. Refuses with `thing.not-found`. */
export function getNode(
  db: Database,
  request: Request,
  { id, nodeId }: { readonly id: string; readonly nodeId: string },
): Promise<HierarchyNodeDetail | Refusal> {
  const { workplaceId } = request.user
  return db.read(request, async (tx) => {
    if (!isUuid(id) || !isUuid(nodeId)) return noSuchNode()
    const rows = await selectNodes(tx, workplaceId, {
      top: sql`select n.* from hierarchy_node n where n.workplace_id = ${workplaceId} and n.hierarchy_id = ${id} and n.id = ${nodeId}`,
      order: sql`t.id`,
    })
    const [found] = await withAbove(tx, workplaceId, rows)
    return found ?? noSuchNode()
  })
}

/** Positions with how many are directly below each, and below it in all. */
function selectNodes(
  tx: Tx,
  workplaceId: string,
  { top, order }: { readonly top: Sql; readonly order: Sql },
): Promise<Row[]> {
  return runSql<Row>(
    tx,
    sql`with recursive t as materialized (${top}),
      below (top_id, id, level) as (
        select id, id, 0 from t
        union all
        select b.top_id, n.id, b.level + 1 from below b
          join hierarchy_node n on n.workplace_id = ${workplaceId} and n.parent_id = b.id),
      counted as (select top_id, count(*) - 1 as below, count(*) filter (where level = 1) as children from below group by top_id)
      select t.id, t.parent_id, t.name, u.username, ${displayNameOf('u')} as display_name, t.valid_from, t.valid_until, t.revision,
        c.children::int as children, c.below::int as below
      from t join counted c on c.top_id = t.id left join app_user u on u.workplace_id = ${workplaceId} and u.id = t.user_id order by ${order}`,
  )
}

function present(row: Row): HierarchyNode {
  return {
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    person: row.username === null ? null : { username: row.username, displayName: row.display_name ?? row.username },
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    revision: row.revision,
    children: row.children,
    below: row.below,
  }
}

async function withAbove(tx: Tx, workplaceId: string, rows: readonly Row[]): Promise<HierarchyNodeDetail[]> {
  const above = await runSql<{ of: string; id: string; name: string }>(
    tx,
    sql`with recursive way (of, id, parent_id, level) as (
        select id, id, parent_id, 0 from hierarchy_node where workplace_id = ${workplaceId} and id = any(${rows.map(({ id }) => id)}::uuid[])
        union all
        select w.of, n.id, n.parent_id, w.level + 1 from way w join hierarchy_node n on n.workplace_id = ${workplaceId} and n.id = w.parent_id)
      select w.of, w.id, coalesce(nullif(n.name, ''), ${displayNameOf('u')}, '') as name
      from way w join hierarchy_node n on n.workplace_id = ${workplaceId} and n.id = w.id
        left join app_user u on u.workplace_id = ${workplaceId} and u.id = n.user_id
      where w.level > 0 order by w.of, w.level desc`,
  )
  return rows.map((row) => ({
    ...present(row),
    above: above.filter((one) => one.of === row.id).map(({ id, name }) => ({ id, name })),
  }))
}
