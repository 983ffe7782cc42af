import { hierarchyLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { HierarchyRow } from './hierarchy.ts'
import { findPlace } from './node-places.ts'
import { hierarchyIsFull, lockHierarchy, refuseNodeParent } from './nodes.ts'

interface Placing {
  /** The id of the hierarchy. */
  readonly id: string
  /** User names. */
  readonly username: string
  readonly manager: string
  readonly now: Date
  readonly newId: () => string
}

/**
 * Places a user below their manager, who gets a position on the top level if they have none. Leaves the user in
 * place and returns the reason when the manager is below the user, the tree would get too deep, or the hierarchy is full.
 */
export async function placeUser(
  tx: Tx,
  user: Person,
  { id, username, manager, now, newId }: Placing,
): Promise<Refusal | null> {
  const hierarchy = await lockHierarchy(tx, user, id)
  if (hierarchy instanceof Refusal) return hierarchy
  const [own, above] = [await findPosition(tx, hierarchy, username), await findPosition(tx, hierarchy, manager)]
  if (own !== null && own.parent_id === above?.id) return null
  const write = { at: now.toISOString(), by: user.username, newId }
  const parentId = above?.id ?? (await add(tx, hierarchy, { ...write, username: manager, parentId: null }))
  if (parentId === null) return hierarchyIsFull()
  const refusal = await refuseNodeParent(tx, hierarchy, { nodeId: own?.id ?? null, parentId })
  if (refusal !== null) return refusal
  if (own === null) {
    const added = await add(tx, hierarchy, { ...write, username, parentId })
    return added === null ? hierarchyIsFull() : null
  }
  const place = await findPlace(tx, hierarchy, { parentId, nodeId: own.id })
  await runSql(
    tx,
    sql`update hierarchy_node set parent_id = ${parentId}::uuid, place = ${place}, revision = revision + 1, updated_at = ${write.at}, updated_by = ${write.by}
      where workplace_id = ${user.workplaceId} and id = ${own.id}`,
  )
  return null
}

/** Finds a hierarchy in use by its name. */
export async function findHierarchyNamed(tx: Tx, workplaceId: string, name: string): Promise<string | null> {
  const [row] = await runSql<{ id: string }>(
    tx,
    sql`select id from hierarchy where workplace_id = ${workplaceId} and lower(name) = lower(${name.trim()}) and not is_disabled`,
  )
  return row?.id ?? null
}

interface Position {
  readonly id: string
  readonly parent_id: string | null
}

async function findPosition(tx: Tx, { workplace_id, id }: HierarchyRow, username: string): Promise<Position | null> {
  const [row] = await runSql<Position>(
    tx,
    sql`select n.id, n.parent_id from app_user u join hierarchy_node n on n.workplace_id = u.workplace_id and n.user_id = u.id and n.hierarchy_id = ${id}
      where u.workplace_id = ${workplace_id} and u.username_key = lower(${username}) order by n.id limit 1`,
  )
  return row ?? null
}

interface Adding {
  readonly username: string
  readonly parentId: string | null
  readonly at: string
  readonly by: string
  readonly newId: () => string
}

/** Adds a position as the last of its level. @returns its id; null when the hierarchy is full. */
async function add(
  tx: Tx,
  hierarchy: HierarchyRow,
  { username, parentId, at, by, newId }: Adding,
): Promise<string | null> {
  const { workplace_id, id } = hierarchy
  const place = await findPlace(tx, hierarchy, { parentId })
  const [row] = await runSql<{ id: string }>(
    tx,
    sql`insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, updated_at, updated_by)
      select ${workplace_id}::uuid, ${newId()}::uuid, ${id}::uuid, ${parentId}::uuid, ${place}, '', u.id, ${at}::timestamptz, ${by} from app_user u
      where u.workplace_id = ${workplace_id} and u.username_key = lower(${username})
        and (select count(*) from hierarchy_node n where n.workplace_id = ${workplace_id} and n.hierarchy_id = ${id}) < ${hierarchyLimits.nodes}
      returning id`,
  )
  return row?.id ?? null
}
