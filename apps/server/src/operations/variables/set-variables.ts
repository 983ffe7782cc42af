import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { touchTask } from '../../runtime/execute/change-task.ts'
import type { Target } from '../../runtime/load/target.ts'
import { type CommandOrder, type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { refuseRestricted, refuseVariables } from './policy.ts'

/** The owner of variables: an instance, an element instance or a task. */
export interface VariablePlace {
  readonly instanceId: string
  readonly scopeId: string
  /** The target of the command: an instance, an element instance or a task. */
  readonly target: Target
}

export interface VariableChange {
  readonly place: VariablePlace
  readonly set: readonly PlainVariable[]
  readonly remove: readonly string[]
  /** Whether they are meant to be of this scope alone. */
  readonly isLocal: boolean
  /** Whether the change evaluates conditional events of models whose conditions are evaluated on request only. */
  readonly asksConditions?: boolean
}

/** Writes and removes variables of one scope, all or nothing. Returns null on success, otherwise a refusal. */
export async function setVariables(
  context: OperationContext,
  request: Request,
  change: VariableChange,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const { place, set, remove, isLocal } = change
  const names = [...set.map(({ name }) => name), ...remove]
  const refusal =
    (await refuseVariables(context, request, place.instanceId)) ??
    (await refuseRestricted(context, request, place.instanceId, names))
  if (refusal !== null) return refusal
  const { instanceId, scopeId, target } = place
  const isAsking = await asksConditions(context, request, change)
  const order: CommandOrder = {
    target,
    command: isAsking
      ? { type: 'evaluateConditions', instanceId, variables: set }
      : { type: 'setVariables', scopeId, instanceId, set, remove, isLocal },
    gone: () => refuse('thing.not-found', 'Expected an object with variables, but it was deleted.'),
    // A task is changed by its variables.
    extra: [
      ...(target.by === 'task' ? [touchTask(context.runtime, actorOf(request), target.id)] : []),
      logOperation(context, request, {
        operation: set.length === 0 ? 'RemoveVariable' : remove.length === 0 ? 'SetVariable' : 'ModifyVariable',
        entity: 'Variable',
        category: target.by === 'task' ? 'TaskWorker' : 'Operator',
        to: target.by === 'task' ? { kind: 'task', id: target.id } : { kind: 'execution', id: scopeId },
      }),
    ],
  }
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}

/**
 * Conditional events of Flowable's models look at their conditions only when asked. Nothing else asks, so setting
 * several variables of such an instance at once does. Other models react to each change by themselves.
 */
async function asksConditions(
  { db, runtime }: OperationContext,
  request: Request,
  { place: { instanceId }, set, remove, asksConditions: isAsked = false }: VariableChange,
): Promise<boolean> {
  if (!isAsked || set.length === 0 || remove.length > 0) return false
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'definition_of_instance',
        text: 'select definition_id from instance where workplace_id = $1 and id = $2',
        values: [workplaceId, instanceId],
      },
    ])
    const id = rows?.[0]?.[0]
    const definition = id == null ? null : await getProcess(runtime, tx, workplaceId, { by: 'id', id })
    return definition?.semantics.conditionsWatch === false
  })
}
