import type { AnswerOf, operatedInstanceCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'

/** External tasks and subscriptions that are listed. */
const most = 500

interface ExternalTaskRow {
  readonly id: string
  readonly topic: string
  readonly element_key: string
  readonly worker_id: string | null
  readonly locked_until: Date | null
  readonly retries: number | null
  readonly priority: number
  readonly is_suspended: boolean
  readonly error_message: string | null
  readonly error_details: string | null
  readonly created_at: Date
}

/** Lists the open external tasks of an instance, oldest first. */
export async function listExternalTasks(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof operatedInstanceCalls.externalTasks>> {
  return readOf(runtime, request, id, async (tx, rootId, nameOf) => {
    const rows = await runSql<ExternalTaskRow>(
      tx,
      sql`select id, topic, element_key, worker_id, locked_until, retries, priority, is_suspended, error_message, error_details, created_at
        from external_task where workplace_id = ${request.workplaceId} and root_id = ${rootId}::uuid and instance_id = ${id}::uuid order by id limit ${most + 1}`,
    )
    const now = runtime.clock().getTime()
    return {
      items: rows.slice(0, most).map((row) => {
        const isLocked = row.locked_until !== null && row.locked_until.getTime() > now
        return {
          id: row.id,
          topic: row.topic,
          elementId: row.element_key,
          elementName: nameOf(row.element_key),
          workerId: isLocked ? row.worker_id : null,
          lockedUntil: isLocked ? (row.locked_until?.toISOString() ?? null) : null,
          retries: row.retries,
          priority: Number(row.priority),
          isSuspended: row.is_suspended,
          error: row.error_message,
          detail: row.error_details,
          createdAt: row.created_at.toISOString(),
        }
      }),
      isCapped: rows.length > most,
    }
  })
}

interface SubscriptionRow {
  readonly id: string
  readonly kind: string
  readonly name: string | null
  readonly element_key: string
  readonly created_at: Date
}

/** Lists the external events that an instance waits for, oldest first. */
export async function listSubscriptions(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof operatedInstanceCalls.subscriptions>> {
  return readOf(runtime, request, id, async (tx, rootId, nameOf) => {
    const rows = await runSql<SubscriptionRow>(
      tx,
      sql`select id, kind, name, element_key, created_at from subscription
        where workplace_id = ${request.workplaceId} and root_id = ${rootId}::uuid and instance_id = ${id}::uuid order by id limit ${most + 1}`,
    )
    return {
      items: rows.slice(0, most).map(({ element_key: elementId, created_at, ...row }) => ({
        ...row,
        elementId,
        elementName: nameOf(elementId),
        createdAt: created_at.toISOString(),
      })),
      isCapped: rows.length > most,
    }
  })
}

/** Reads of an instance whose data the user may see, with the names that its model gives to elements. */
function readOf<T>(
  runtime: Runtime,
  request: Request,
  id: string,
  read: (tx: Tx, rootId: string, nameOf: (elementId: string) => string | null) => Promise<T>,
): Promise<T> {
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    const definition: Definition | null = await findReadable(runtime, tx, request.workplaceId, {
      by: 'id',
      id: instance.definition_id,
    })
    return read(tx, instance.root_id, (elementId) => definition?.model.elements[elementId]?.name ?? null)
  })
}
