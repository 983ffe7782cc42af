import type { Command, Task, TaskOperation } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { inPlaceOf, type TaskAction, taskIsOver } from './policy.ts'
import { checkLocked, failurePlaceOf, findTaskFor, heldOn, type OpenTask } from './task.ts'

export interface TaskOrder {
  readonly id: string
  readonly action: TaskAction
  readonly commandOf: (task: OpenTask) => Command
  /** Returns statements for the same commit. */
  readonly extra?: (task: OpenTask) => readonly Statement[]
}

/** Changes a task when the user may. Returns null on success, otherwise a refusal. */
export async function changeOneTask(
  context: OperationContext,
  request: Request,
  { id, action, commandOf, extra }: TaskOrder,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const task = await findTaskFor(context, request, { id, action })
  if (task instanceof Refusal) return task
  const done = await carryOut(
    context,
    request,
    {
      target: { by: 'task', id },
      command: (rows) => inPlace(commandOf(task), inPlaceOf(request.user, heldOn(rows, task))),
      place: failurePlaceOf(task),
      ...(extra !== undefined && { extra: extra(task) }),
      gone: taskIsOver,
      check: checkLocked(request.user, task, action),
    },
    extras,
  )
  return done instanceof Refusal ? done : null
}

/** Returns a change of fields of a task, with the operation for history. */
export function fields(id: string, patch: Partial<Task>, operation: TaskOperation): Change {
  return { type: 'changeTask', taskId: id, patch, operation }
}

type Change = Extract<Command, { type: 'changeTask' }>

/** Adds the absent user to a command, so that the history shows on whose behalf the action was done. */
function inPlace(command: Command, absent: string | null): Command {
  if (absent === null) return command
  switch (command.type) {
    case 'changeTask':
      return { ...command, inPlaceOf: absent }
    case 'unclaimTask':
      return { ...fields(command.taskId, { assignee: null }, 'Unclaim'), inPlaceOf: absent }
    default:
      return command
  }
}
