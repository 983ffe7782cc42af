import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { notifyMentionedName } from '../notices/notify-mentions.ts'
import type { Runtime } from '../runtime.ts'
import {
  addTaskLinkStatement,
  removeTaskLinkStatement,
  type TaskLink,
  taskLinkFactStatement,
  touchTaskStatement,
} from '../save/task-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

/**
 * Returns the statement that marks a task as changed in the same commit, after a change of something that belongs to
 * it, such as a variable.
 */
export function touchTask(runtime: Runtime, actor: Actor, taskId: string): Statement {
  return touchTaskStatement(runtime, actor, taskId)
}

/**
 * Writes a comment or attachment of a task or instance. An open task is marked as changed. Nothing is written while the
 * history of the instance is being deleted.
 *
 * @param refuseBy checks the rows that each statement returned. A refusal undoes all statements.
 */
export async function writeAbout(
  runtime: Runtime,
  actor: Actor,
  { by, id }: { readonly by: 'task' | 'instance'; readonly id: string },
  statements: readonly Statement[],
  refuseBy: (results: readonly ResultRows[]) => Refusal | null = () => null,
): Promise<Refusal | null> {
  const touching = by === 'task' ? [touchTaskStatement(runtime, actor, id)] : []
  return unitOfWork(runtime, actor, async (unit) => {
    const [there, ...results] = await unit.change(
      { by, id },
      thereStatement(actor, { by, id }),
      ...statements,
      ...touching,
    )
    const refusal = there?.[0] === undefined ? goneMeanwhile() : refuseBy(results)
    if (refusal !== null) return refusal
    const notify = results[statements.findIndex(({ name }) => name === notifyMentionedName)] ?? []
    unit.notify(notify.flatMap(([username]) => username ?? []))
    return null
  })
}

/**
 * Returns the statement that finds the task or instance, open or ended, and locks the row of an ended instance, so that
 * its history stays until the commit.
 */
function thereStatement(
  { workplaceId }: Actor,
  { by, id }: { readonly by: 'task' | 'instance'; readonly id: string },
): Statement {
  const ended = (instance: string) =>
    `select 1 from (select from history_instance where workplace_id = $1 and id = ${instance} for key share) h`
  const text =
    by === 'instance'
      ? `select 1 from instance where workplace_id = $1 and id = $2 union all ${ended('$2')}`
      : `select 1 from task where workplace_id = $1 and id = $2
          union all select 1 from history_task where workplace_id = $1 and id = $2 and instance_id = id
          union all ${ended('(select t.instance_id from history_task t where t.workplace_id = $1 and t.id = $2 limit 1)')}`
  return { name: `${by}_to_write_about`, text, values: [workplaceId, id] }
}

function goneMeanwhile(): Refusal {
  return refuse('thing.not-found', 'Expected a task or an instance to write about, but its history has been deleted.')
}

/** Adds or removes a custom link of a user or group to a task. Does nothing when the link already is as requested. */
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
