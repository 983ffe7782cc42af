import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { lockNode, type NodeFields, type NodeRef, nodeColumns } from './nodes.ts'

export interface NodeChange {
  readonly ref: NodeRef
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
  readonly fields: NodeFields
}

/** Changes name, person and days of a position; it stays where it is. @returns null on success. */
export async function changeNode(
  { db, clock }: OperationContext,
  request: Request,
  { ref, revision, fields }: NodeChange,
): Promise<Refusal | null> {
  return db.withTransaction(actorOf(request), async (tx) => {
    const node = await lockNode(tx, request.user, ref)
    if (node instanceof Refusal) return node
    const changed = await refuseChangedMeanwhile(tx, node, revision)
    if (changed !== null) return changed
    const columns = await nodeColumns(tx, request.user, fields)
    if (columns instanceof Refusal) return columns
    const { name, userId, validFrom, validUntil } = columns
    await runSql(
      tx,
      sql`update hierarchy_node set name = ${name}, user_id = ${userId}::uuid, valid_from = ${validFrom}::date, valid_until = ${validUntil}::date,
          revision = revision + 1, updated_at = ${clock().toISOString()}, updated_by = ${request.user.username}
        where workplace_id = ${request.workplaceId} and id = ${node.id}`,
    )
    return null
  })
}
