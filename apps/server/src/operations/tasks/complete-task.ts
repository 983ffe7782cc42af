import type { Event, InstanceState, PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { nextTaskStatement, readNextTask } from '../../runtime/execute/next-task.ts'
import { dropDraftStatement } from '../../runtime/forms/drafts.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type CommandOrder, type CommitExtras, carryOutRead } from '../carry-out.ts'
import { noteStatements } from '../comments/note.ts'
import type { GivenValues } from '../given-values.ts'
import type { OperationContext } from '../operation-context.ts'
import { findKnownTask, readKnownValues } from './known-task.ts'
import { inPlaceOf, refuseTask, refuseWork, taskIsOver } from './policy.ts'
import { readTaskValues } from './read-task-values.ts'
import { failurePlaceOf, heldOn, loadTaskFor, type OpenTask } from './task.ts'

export interface Completion {
  readonly id: string
  readonly given: GivenValues
  /** The effect of completing a delegated task: `return` gives it back to its owner, `complete` completes it. */
  readonly delegated: 'return' | 'complete'
  /** Whether the answer contains the next task of the user, so that the user can continue with it. */
  readonly goesOn?: boolean
  /** A comment that is added to the task. */
  readonly note?: string | null
}

export interface Completed {
  /** Whether the task was given back to its owner. */
  readonly isReturned: boolean
  /** The task of the same instance that is the user's: where to go on. Null for who does not. */
  readonly nextTaskId: string | null
  readonly events: readonly Event[]
}

/**
 * Completes a task of the user. A delegated task can return to its owner instead. Of two concurrent calls exactly one
 * succeeds.
 */
export async function completeTask(
  context: OperationContext,
  request: Request,
  completion: Completion,
  extras?: CommitExtras,
): Promise<Completed | Refusal> {
  const refusal = refuseWork(request.user, 'complete')
  if (refusal !== null) return refusal
  let isReturned = false
  const done = await carryOutRead(
    context,
    request,
    async (unit) => {
      const known = unit.known(completion.id)
      const read =
        (known === null ? null : await readKnownCompletion(context.runtime, request, completion, known)) ??
        (await readCompletion(context, request, completion))
      if (read instanceof Refusal) return read
      isReturned = read.task.delegation === 'PENDING' && completion.delegated === 'return'
      return orderOf(context, request, completion, read, isReturned)
    },
    extras,
  )
  if (done instanceof Refusal) return done
  return { isReturned, nextTaskId: completion.goesOn ? readNextTask(done.found.at(-1)) : null, events: done.events }
}

interface ReadCompletion {
  readonly task: OpenTask
  readonly variables: readonly PlainVariable[]
  readonly extra: readonly Statement[]
}

/** Returns the task, and what is to be written. */
async function readCompletion(
  context: OperationContext,
  request: Request,
  { id, given }: Completion,
): Promise<ReadCompletion | Refusal> {
  const read = await context.db.read(withoutHiding(request), async (tx) => {
    const task = await loadTaskFor(tx, request.user, { id, action: 'complete' })
    if (task instanceof Refusal) return task
    const read = await readTaskValues(context.runtime, tx, { request, task, given })
    return read instanceof Refusal ? read : { task, ...read }
  })
  if (read instanceof Refusal) return read
  return (await refuseUnoffered(context.runtime, request.workplaceId, read.claims)) ?? read
}

/**
 * Reads a completion from rows in memory. Null where these are not enough, and where it would be refused, which is
 * decided on rows from the database.
 */
async function readKnownCompletion(
  runtime: Runtime,
  request: Request,
  { id, given }: Completion,
  state: InstanceState,
): Promise<ReadCompletion | null> {
  const task = findKnownTask(runtime, request, state, id)
  if (task === null || refuseTask(request.user, 'complete', task) !== null) return null
  const read = await readKnownValues(runtime, state, { request, task, given })
  return read === null ? null : { task, ...read }
}

function orderOf(
  context: OperationContext,
  request: Request,
  completion: Completion,
  { task, variables, extra }: ReadCompletion,
  isReturned: boolean,
): CommandOrder {
  const { user } = request
  const { id } = task
  return {
    target: { by: 'task', id },
    command: isReturned
      ? (rows) => ({ type: 'resolveTask', taskId: id, variables, ...placed(inPlaceOf(user, heldOn(rows, task))) })
      : { type: 'completeTask', taskId: id, variables },
    place: failurePlaceOf(task),
    gone: taskIsOver,
    extra: [
      ...extra,
      ...noteOf(context, request, completion, task),
      dropDraftStatement({ workplaceId: user.workplaceId, userId: user.id, kind: 'task', subject: id }),
      ...(completion.goesOn ? [nextTaskStatement(user, task.rootId)] : []),
    ],
    // Between reading the task and this somebody may have taken it away.
    check: ({ tasks }) => {
      const now = tasks.get(id)
      return now === undefined
        ? null
        : (refuseTask(user, 'complete', { ...now, processKey: task.processKey }) ??
            refuseDelegated(completion, task, now))
    },
  }
}

function placed(absent: string | null): { readonly inPlaceOf?: string } {
  return absent === null ? {} : { inPlaceOf: absent }
}

function noteOf(context: OperationContext, request: Request, { note = null }: Completion, task: OpenTask) {
  return note === null ? [] : noteStatements(context, request, task, note)
}

function refuseDelegated(
  { delegated }: Completion,
  task: { readonly delegation: string | null },
  now: { readonly delegation: string | null },
): Refusal | null {
  if (delegated === 'complete' || (now.delegation === 'PENDING') === (task.delegation === 'PENDING')) return null
  return refuse(
    'form.changed',
    'Expected an unchanged task, but it was delegated or given back since you opened it. Open it again.',
  )
}
