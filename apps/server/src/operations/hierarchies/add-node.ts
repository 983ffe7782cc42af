import { hierarchyLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findPlace } from './node-places.ts'
import { hierarchyIsFull, lockHierarchy, type NodeFields, nodeColumns, refuseNodeParent } from './nodes.ts'

export interface NewNode extends NodeFields {
  /** The id of the hierarchy. */
  readonly id: string
  /** Null: it is on the top level. */
  readonly parentId: string | null
}

/** Adds a position to a hierarchy, as the last of its level. Refuses with `hierarchy.invalid`. @returns its id. */
export async function addNode(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, parentId, ...fields }: NewNode,
): Promise<string | Refusal> {
  return db.withTransaction(actorOf(request), async (tx) => {
    const hierarchy = await lockHierarchy(tx, request.user, id)
    if (hierarchy instanceof Refusal) return hierarchy
    const columns = await nodeColumns(tx, request.user, fields)
    if (columns instanceof Refusal) return columns
    const refusal = await refuseNodeParent(tx, hierarchy, { nodeId: null, parentId })
    if (refusal !== null) return refusal
    const [count] = await runSql<{ count: number }>(
      tx,
      sql`select count(*)::int as count from hierarchy_node where workplace_id = ${request.workplaceId} and hierarchy_id = ${id}`,
    )
    if ((count?.count ?? 0) >= hierarchyLimits.nodes) return hierarchyIsFull()
    const nodeId = runtime.newId()
    const place = await findPlace(tx, hierarchy, { parentId })
    const { name, userId, validFrom, validUntil } = columns
    await runSql(
      tx,
      sql`insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, valid_from, valid_until, updated_at, updated_by)
        values (${request.workplaceId}, ${nodeId}, ${id}, ${parentId}, ${place}, ${name}, ${userId}, ${validFrom}, ${validUntil}, ${clock().toISOString()}, ${request.user.username})`,
    )
    return nodeId
  })
}
