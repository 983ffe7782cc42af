import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findPlace } from './node-places.ts'
import { findNode, lockHierarchy, type NodeRef, noSuchNode, refuseNodeParent } from './nodes.ts'

export interface NodeMove {
  readonly ref: NodeRef
  /** Null: to the top level. */
  readonly parentId: string | null
  /** The position before it in the order; null: it becomes the first one; undefined: the last one. */
  readonly afterId?: string | null | undefined
}

/**
 * Moves a position with its whole branch, by writing one row. Concurrent moves wait for each other, so that none can
 * put a branch below itself.
 */
export async function moveNode(
  { db, clock }: OperationContext,
  request: Request,
  { ref, parentId, afterId }: NodeMove,
): Promise<Refusal | null> {
  return db.withTransaction(actorOf(request), async (tx) => {
    const hierarchy = await lockHierarchy(tx, request.user, ref.id)
    if (hierarchy instanceof Refusal) return hierarchy
    const node = await findNode(tx, hierarchy, ref.nodeId)
    if (node === null) return noSuchNode()
    const refusal = await refuseNodeParent(tx, hierarchy, { nodeId: node.id, parentId })
    if (refusal !== null) return refusal
    const place = await findPlace(tx, hierarchy, { parentId, afterId, nodeId: node.id })
    await runSql(
      tx,
      sql`update hierarchy_node set parent_id = ${parentId}::uuid, place = ${place}, revision = revision + 1,
          updated_at = ${clock().toISOString()}, updated_by = ${request.user.username}
        where workplace_id = ${request.workplaceId} and id = ${node.id}`,
    )
    return null
  })
}
