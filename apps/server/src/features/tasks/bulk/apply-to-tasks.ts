import type { TaskAction, TaskOutcome } from '@millrace/contract'
import type { OperationContext } from '../../../operations/operation-context.ts'
import { doToTask } from '../../../operations/tasks/do-to-task.ts'
import { listMarks, undoTask } from '../../../operations/tasks/undo-task.ts'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'

const undoable: ReadonlySet<TaskAction['kind']> = new Set(['claim', 'unclaim', 'assign'])

/** Applies one action to several tasks, and returns the outcome of each, in their order. */
export async function applyToTasks(
  context: OperationContext,
  request: Request,
  { action, ids }: { readonly action: TaskAction; readonly ids: readonly string[] },
): Promise<TaskOutcome[]> {
  const outcomes = await each([...new Set(ids)], (id) => doToTask(context, request, { id, action }))
  const done = outcomes.flatMap(({ id, isDone }) => (isDone ? [id] : []))
  if (!undoable.has(action.kind) || done.length === 0) return outcomes
  const marks = await context.db.read(request, (tx) => listMarks(tx, request.user, done))
  return outcomes.map((outcome) => ({ ...outcome, mark: marks.get(outcome.id) ?? null }))
}

export async function undoForTasks(
  context: OperationContext,
  request: Request,
  items: readonly { readonly id: string; readonly mark: string }[],
): Promise<TaskOutcome[]> {
  const marks = new Map(items.map(({ id, mark }) => [id, mark]))
  return each([...marks.keys()], (id) => undoTask(context, request, { id, mark: marks.get(id) ?? '' }))
}

/** Applies work to objects one after another, because tasks of one process would wait for each other. */
async function each(ids: readonly string[], work: (id: string) => Promise<Refusal | null>): Promise<TaskOutcome[]> {
  const outcomes: TaskOutcome[] = []
  for (const id of ids) {
    const refusal = await refusalOf(() => work(id))
    const { code = null, message = null } = refusal ?? {}
    outcomes.push({ id, isDone: refusal === null, code, message, mark: null })
  }
  return outcomes
}

/** Readers throw refusals. */
async function refusalOf(work: () => Promise<Refusal | null>): Promise<Refusal | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
