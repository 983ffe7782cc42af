import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { need, needSomewhere } from '../rights.ts'

export interface OperationNote {
  readonly operationId: string
  /** Null takes the note away. */
  readonly annotation: string | null
}

/** Writes a note on an operation of the log, for all of its entries. Returns null on success, otherwise a refusal. */
export async function annotateOperation(
  context: OperationContext,
  request: Request,
  { operationId, annotation }: OperationNote,
): Promise<Refusal | null> {
  const missing = needSomewhere(request.user, 'instances.operate')
  if (missing !== null) return missing
  const { workplaceId, user } = request
  const entries = await context.db.read(request, (tx) => findEntries(tx, workplaceId, operationId))
  if (entries.length === 0) return noOperation()
  for (const instanceId of entries) {
    const refusal = await refuseNote(context, request, instanceId)
    if (refusal !== null) return refusal
  }
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      annotation === null
        ? {
            name: 'operation_annotation_clear',
            text: 'delete from operation_annotation where workplace_id = $1 and operation_id = $2',
            values: [workplaceId, operationId],
          }
        : {
            name: 'operation_annotation_set',
            text: `insert into operation_annotation (workplace_id, operation_id, annotation, set_at, set_by) values ($1, $2, $3, $4, $5)
              on conflict (workplace_id, operation_id) do update set annotation = excluded.annotation, set_at = excluded.set_at, set_by = excluded.set_by`,
            values: [workplaceId, operationId, annotation, context.clock().toISOString(), user.username],
          },
    ]),
  )
  return null
}

/** Refuses a note on an entry to users who do not operate its process, or all processes when it concerns none. */
async function refuseNote(
  context: OperationContext,
  request: Request,
  instanceId: string | null,
): Promise<Refusal | null> {
  if (instanceId === null) return need(request.user, 'instances.operate')
  return needFor(context, request, 'instances.operate', {
    thing: { kind: 'instance', id: instanceId },
    gone: noOperation,
  })
}

function noOperation(): Refusal {
  return refuse('thing.not-found', 'Expected an operation of the log, but there is none with this id.')
}

/**
 * Returns the instances that an operation was done to, with null for what belongs to none. What the log reads from
 * history is found where history has it: a change or link of a task, an ended task, a start, a deletion.
 */
async function findEntries(tx: Tx, workplaceId: string, operationId: string): Promise<(string | null)[]> {
  if (!isUuid(operationId)) return []
  const [rows = []] = await tx.batch([
    {
      name: 'operation_entries',
      text: `select distinct instance_id from (
          select instance_id from operation_log where workplace_id = $1 and operation_id = $2
          union all select nullif(instance_id, subject_id) from history_fact where workplace_id = $1 and operation_id = $2 and kind = 'task-changed'
          union all select nullif(instance_id, subject_id) from history_fact where workplace_id = $1 and id = $2 and kind = 'task-link'
          union all select nullif(instance_id, id) from history_task where workplace_id = $1 and id = $2 and ended_by is not null
          union all select id from instance where workplace_id = $1 and id = $2
          union all select id from history_instance where workplace_id = $1 and id = $2
          union all select id from history_instance where workplace_id = $1 and md5(id::text || 'end')::uuid = $2 and ended_by is not null and outcome = 'deleted') f`,
      values: [workplaceId, operationId],
    },
  ])
  return rows.map(([id = null]) => id)
}
