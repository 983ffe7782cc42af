import { hierarchyLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { loadRecord } from '../records/load-record.ts'
import type { Revised } from '../records/refuse-changed-meanwhile.ts'
import { type HierarchyRow, hierarchyRecord } from './hierarchy.ts'

/** The fields of a position that users enter. */
export interface NodeFields {
  readonly name: string
  /** Null: it is vacant. */
  readonly username: string | null
  /** Days such as `2030-01-31`. */
  readonly validFrom: string | null
  readonly validUntil: string | null
}

/** A reference to a position: the ids of its hierarchy and of the position. */
export interface NodeRef {
  readonly id: string
  readonly nodeId: string
}

export interface StoredNode extends Revised {
  readonly id: string
  readonly parent_id: string | null
  readonly place: string
}

/** The initial distance between the sort numbers of two positions. */
export const placeGap = 1_048_576

/**
 * Locks a hierarchy until the transaction ends, so that concurrent changes of its positions run one after another.
 * Refuses as `loadRecord` does.
 */
export function lockHierarchy(tx: Tx, user: Person, id: string): Promise<HierarchyRow | Refusal> {
  return loadRecord(tx, user, hierarchyRecord, id, { lock: true })
}

/**
 * Locks a hierarchy, and reads one of its positions. Refuses with `thing.not-found` also when the hierarchy has no
 * position with this id.
 */
export async function lockNode(tx: Tx, user: Person, { id, nodeId }: NodeRef): Promise<StoredNode | Refusal> {
  const hierarchy = await lockHierarchy(tx, user, id)
  if (hierarchy instanceof Refusal) return hierarchy
  return (await findNode(tx, hierarchy, nodeId)) ?? noSuchNode()
}

export async function findNode(
  tx: Tx,
  { workplace_id, id }: Pick<HierarchyRow, 'workplace_id' | 'id'>,
  nodeId: string,
): Promise<StoredNode | null> {
  if (!isUuid(nodeId)) return null
  const [row] = await runSql<StoredNode>(
    tx,
    sql`select workplace_id, id, parent_id, place::text as place, name, revision, updated_at, updated_by from hierarchy_node
      where workplace_id = ${workplace_id} and hierarchy_id = ${id} and id = ${nodeId}`,
  )
  return row ?? null
}

/**
 * Returns the columns of a position for the fields that a user has entered. Refuses with `hierarchy.invalid` when
 * fields contradict each other, or the user does not exist.
 */
export async function nodeColumns(tx: Tx, { workplaceId }: Person, fields: NodeFields) {
  const { name, username, validFrom, validUntil } = fields
  if (name === '' && username === null)
    return invalidNode('Expected a name or a person of the position, but it has neither.', 'name')
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    return invalidNode('Expected a last day that is not before the first one.', 'validUntil')
  if (username === null) return { name, userId: null, validFrom, validUntil }
  const [found] = await runSql<{ id: string }>(
    tx,
    sql`select id from app_user where workplace_id = ${workplaceId} and username = ${username}`,
  )
  if (found === undefined)
    return invalidNode(`Expected a user of this workplace, but there is no user “${username}”.`, 'username')
  return { name, userId: found.id, validFrom, validUntil }
}

/**
 * Refuses with `hierarchy.invalid` where a branch cannot be below a parent: the parent is in the branch, does not
 * exist, or the tree would get too deep. Call it with the hierarchy locked.
 *
 * @param nodeId the top of the branch; null: a new position.
 */
export async function refuseNodeParent(
  tx: Tx,
  { workplace_id, id }: Pick<HierarchyRow, 'workplace_id' | 'id'>,
  { nodeId, parentId }: { readonly nodeId: string | null; readonly parentId: string | null },
): Promise<Refusal | null> {
  if (parentId === null) return null
  if (!isUuid(parentId)) return noParent()
  const above = await runSql<{ id: string }>(
    tx,
    sql`with recursive above (id, parent_id, level) as (
        select n.id, n.parent_id, 1 from hierarchy_node n where n.workplace_id = ${workplace_id} and n.hierarchy_id = ${id} and n.id = ${parentId}
        union all
        select n.id, n.parent_id, a.level + 1 from above a
          join hierarchy_node n on n.workplace_id = ${workplace_id} and n.id = a.parent_id where a.level <= ${hierarchyLimits.depth})
      select id from above`,
  )
  if (above.length === 0) return noParent()
  if (above.some((one) => one.id === nodeId))
    return invalidNode('Expected a parent outside of the branch, but this one is the position itself or is below it.')
  const height = nodeId === null ? 1 : await heightOf(tx, workplace_id, nodeId)
  return above.length + height <= hierarchyLimits.depth
    ? null
    : invalidNode(`Expected at most ${hierarchyLimits.depth} levels of positions, but there would be more.`)
}

async function heightOf(tx: Tx, workplaceId: string, nodeId: string): Promise<number> {
  const [row] = await runSql<{ height: number }>(
    tx,
    sql`with recursive below (id, level) as (
        select ${nodeId}::uuid, 1
        union all
        select n.id, b.level + 1 from below b
          join hierarchy_node n on n.workplace_id = ${workplaceId} and n.parent_id = b.id
          where b.level <= ${hierarchyLimits.depth})
      select max(level) as height from below`,
  )
  return row?.height ?? 1
}

export function noSuchNode(): Refusal {
  return refuse('thing.not-found', 'Expected a position of this hierarchy, but there is none with this id.')
}

function noParent(): Refusal {
  return invalidNode('Expected an existing parent position, but it was deleted. Choose another parent position.')
}

/** Returns the refusal of a position in a hierarchy that has as many as it can. */
export function hierarchyIsFull(): Refusal {
  return invalidNode(`Expected at most ${hierarchyLimits.nodes} positions in one hierarchy, but it has them already.`)
}

/**
 * Returns the refusal `hierarchy.invalid`.
 *
 * @param where the field of the body that it is about, if any.
 */
export function invalidNode(message: string, where?: string): Refusal {
  return refuse('hierarchy.invalid', message, where === undefined ? [] : [{ where, message }])
}
