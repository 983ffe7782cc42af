import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { HierarchyRow } from './hierarchy.ts'
import { placeGap } from './nodes.ts'

type Owner = Pick<HierarchyRow, 'workplace_id' | 'id'>

interface Spot {
  readonly parentId: string | null
  /** The position before it in the order; null: it becomes the first one; undefined: the last one. */
  readonly afterId?: string | null | undefined
  /** The position that moves, which is not counted. */
  readonly nodeId?: string
}

/**
 * Returns the sort number of a position among its siblings. Where no number is free between two siblings, all siblings
 * are renumbered. Call it with the hierarchy locked.
 */
export async function findPlace(tx: Tx, owner: Owner, spot: Spot): Promise<number> {
  const free = await findFree(tx, owner, spot)
  if (free !== null) return free
  await spread(tx, owner, spot.parentId)
  return (await findFree(tx, owner, spot)) ?? 0
}

async function findFree(tx: Tx, owner: Owner, { parentId, afterId, nodeId }: Spot): Promise<number | null> {
  const level = sql`hierarchy_node where workplace_id = ${owner.workplace_id} and hierarchy_id = ${owner.id}
    and parent_id is not distinct from ${parentId}::uuid and id is distinct from ${nodeId ?? null}::uuid`
  if (afterId === undefined || afterId === null) {
    const end = afterId === undefined ? sql`max(place)` : sql`min(place)`
    const [row] = await runSql<{ place: string | null }>(tx, sql`select ${end}::text as place from ${level}`)
    const found = row?.place ?? null
    return found === null ? 0 : Number(found) + (afterId === undefined ? placeGap : -placeGap)
  }
  const [row] = await runSql<{ place: string; next: string | null }>(
    tx,
    sql`select a.place::text as place, (select min(place)::text from ${level} and (place, id) > (a.place, a.id)) as next
      from hierarchy_node a where a.workplace_id = ${owner.workplace_id} and a.hierarchy_id = ${owner.id} and a.id = ${afterId}
        and a.parent_id is not distinct from ${parentId}::uuid`,
  )
  // The one before it is gone, or has gone elsewhere: then it comes last.
  if (row === undefined) return findFree(tx, owner, { parentId, ...(nodeId !== undefined && { nodeId }) })
  const [from, next] = [Number(row.place), row.next === null ? null : Number(row.next)]
  if (next === null) return from + placeGap
  const middle = Math.floor((from + next) / 2)
  return middle > from && middle < next ? middle : null
}

async function spread(tx: Tx, owner: Owner, parentId: string | null): Promise<void> {
  await runSql(
    tx,
    sql`update hierarchy_node n set place = o.place from (
        select id, row_number() over (order by place, id) * ${placeGap} as place from hierarchy_node
        where workplace_id = ${owner.workplace_id} and hierarchy_id = ${owner.id} and parent_id is not distinct from ${parentId}::uuid) o
      where n.workplace_id = ${owner.workplace_id} and n.id = o.id`,
  )
}
