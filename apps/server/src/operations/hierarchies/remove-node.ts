import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockNode, type NodeRef } from './nodes.ts'

/**
 * Deletes a position, either with its branch, or alone: then its children move to its parent, after the existing ones.
 *
 * @returns null on success.
 */
export async function removeNode(
  { db, clock }: OperationContext,
  request: Request,
  { ref, children }: { readonly ref: NodeRef; readonly children: 'remove' | 'move-up' },
): Promise<Refusal | null> {
  const { workplaceId, username } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const node = await lockNode(tx, request.user, ref)
    if (node instanceof Refusal) return node
    if (children === 'move-up')
      await runSql(
        tx,
        sql`update hierarchy_node n set parent_id = ${node.parent_id}::uuid, revision = n.revision + 1,
            updated_at = ${clock().toISOString()}, updated_by = ${username},
            place = n.place - o.first + 1 + (select max(place) from hierarchy_node where workplace_id = ${workplaceId} and hierarchy_id = ${ref.id}
              and parent_id is not distinct from ${node.parent_id}::uuid)
          from (select min(place) as first from hierarchy_node where workplace_id = ${workplaceId} and hierarchy_id = ${ref.id} and parent_id = ${node.id}) o
          where n.workplace_id = ${workplaceId} and n.hierarchy_id = ${ref.id} and n.parent_id = ${node.id}`,
      )
    await runSql(tx, sql`delete from hierarchy_node where workplace_id = ${workplaceId} and id = ${node.id}`)
    return null
  })
}
