import { isUnlimited } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { need } from '../rights.ts'

export interface OperationNote {
  readonly operationId: string
  /** The instance that it was done to; null for what was done to none. */
  readonly instanceId: string | null
  /** Null takes the note away. */
  readonly annotation: string | null
}

/** Writes a note on an operation of the log, for all of its entries. Returns null on success, otherwise a refusal. */
export async function annotateOperation(
  context: OperationContext,
  request: Request,
  { operationId, instanceId, annotation }: OperationNote,
): Promise<Refusal | null> {
  const refusal = await refuseNote(context, request, instanceId)
  if (refusal !== null) return refusal
  const { workplaceId, user } = request
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

/** Whoever operates the process it was about; of what was about none, whoever operates all. */
async function refuseNote(
  context: OperationContext,
  request: Request,
  instanceId: string | null,
): Promise<Refusal | null> {
  if (instanceId === null || isUnlimited(reachOf(request.user, 'instances.operate')))
    return need(request.user, 'instances.operate')
  const gone = () => refuse('thing.not-found', 'Expected an operation of the log, but there is none with this id.')
  return needFor(context, request, 'instances.operate', { thing: { kind: 'instance', id: instanceId }, gone })
}
