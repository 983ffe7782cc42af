import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { tellMentionedName } from '../notices/tell-mentions.ts'
import type { Runtime } from '../runtime.ts'
import {
  addTaskLinkStatement,
  removeTaskLinkStatement,
  type TaskLink,
  taskLinkFactStatement,
  touchTaskStatement,
} from '../save/task-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

/** Says in the same commit that a task has changed by what belongs to it, such as a variable. */
export function touchTask(runtime: Runtime, actor: Actor, taskId: string): Statement {
  return touchTaskStatement(runtime, actor, taskId)
}

/**
 * Writes what people say about a task or an instance, such as a comment. It changes the task; one that has ended stays as
 * it is.
 *
 * @param refuse looks at the rows of each statement: where it refuses, nothing is written.
 */
export async function writeAbout(
  runtime: Runtime,
  actor: Actor,
  { by, id }: { readonly by: 'task' | 'instance'; readonly id: string },
  statements: readonly Statement[],
  refuse: (results: readonly ResultRows[]) => Refusal | null = () => null,
): Promise<Refusal | null> {
  const touching = by === 'task' ? [touchTaskStatement(runtime, actor, id)] : []
  return unitOfWork(runtime, actor, async (unit) => {
    const results = await unit.change({ by, id }, ...statements, ...touching)
    const refusal = refuse(results)
    if (refusal !== null) return refusal
    const told = results[statements.findIndex(({ name }) => name === tellMentionedName)] ?? []
    unit.told(told.flatMap(([username]) => username ?? []))
    return null
  })
}

/** Gives somebody a role of the user's own naming at a task, or takes it. What is so already changes nothing. */
export async function linkTask(
  runtime: Runtime,
  actor: Actor,
  { operation, ...link }: TaskLink & { readonly operation: 'add' | 'delete' },
): Promise<void> {
  const target = { by: 'task', id: link.taskId } as const
  const write = operation === 'add' ? addTaskLinkStatement : removeTaskLinkStatement
  await unitOfWork(runtime, actor, async (unit) => {
    const [changed] = await unit.change(target, write(actor, link))
    if (changed?.[0] === undefined) return unit.abandon(undefined)
    unit.write(
      touchTaskStatement(runtime, actor, link.taskId),
      taskLinkFactStatement(runtime, actor, { ...link, operation }),
    )
  })
}
