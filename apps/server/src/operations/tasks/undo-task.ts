import { taskBatchLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type FactKind, readFact } from '../../runtime/history/facts.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { assignTask } from './assign-task.ts'
import { changeOneTask, fields } from './change-task.ts'
import { can, refuseTask, type TaskRights, taskIsOver } from './policy.ts'
import { failurePlaceOf, findOpenTask, loadTaskFor, type OpenTask } from './task.ts'
import { unclaimTask } from './unclaim-task.ts'

/** The last thing that has happened to a task. */
interface LastAction {
  readonly id: string
  readonly at: Date
  readonly by: string | null
  readonly operation: string | undefined
  /** The assignee before the action. */
  readonly before: string | null
}

/**
 * Undoes a claim, release or reassignment of the user, while it is the last change of the task. Returns null on
 * success, otherwise a refusal.
 */
export async function undoTask(
  context: OperationContext,
  request: Request,
  { id, mark }: { readonly id: string; readonly mark: string },
): Promise<Refusal | null> {
  const { user } = request
  const read = async (tx: Tx) => {
    const task = await findOpenTask(tx, user.workplaceId, id)
    const last = task === null ? null : await findLastAction(tx, user.workplaceId, { id, historyId: task.instanceId })
    const isOwn = task !== null && last?.id === mark && last.by === user.username
    // What somebody has just released he may not see any more, and can take back all the same.
    if (isOwn && last.operation === 'Unclaim' && mayHaveBack(user, task, last)) return { ...last, task }
    const seen = await loadTaskFor(tx, user, { id, action: 'see' })
    if (seen instanceof Refusal) return seen
    if (isOwn) return { ...last, task }
    const people = await readPeople(tx, user.workplaceId, [last?.by ?? null])
    return changed(last?.id === mark ? null : (people.find(last?.by ?? null)?.displayName ?? null))
  }
  const found = await context.db.read(request, read)
  if (found instanceof Refusal) return found
  const age = context.clock().getTime() - found.at.getTime()
  if (age > taskBatchLimits.undoMinutes * 60_000) return tooLate()
  // Once more with the task locked: somebody may have been faster.
  const before = async (tx: Tx) => {
    const still = await read(tx)
    return still instanceof Refusal ? still : null
  }
  switch (found.operation) {
    case 'Claim':
      return found.before === null || found.before === user.username
        ? unclaimTask(context, request, id, { before })
        : giveBack(context, request, { id, username: found.before }, { before })
    case 'Unclaim':
      return mayHaveBack(user, found.task, found)
        ? takeBack(context, request, found, { before })
        : assignTask(context, request, { id, assignee: found.before }, { before })
    case 'Assign':
      return assignTask(context, request, { id, assignee: found.before }, { before })
    default:
      return changed(null)
  }
}

/** Returns whether the user could work on the task before they released it: as its assignee, or as a substitute. */
function mayHaveBack(user: Person, task: TaskRights, { before }: LastAction): boolean {
  return before !== null && can(user, 'complete', { ...task, assignee: before })
}

/** Undoes a release: the task goes back to its assignee. */
async function takeBack(
  context: OperationContext,
  request: Request,
  action: LastAction & { readonly task: OpenTask },
  extras: CommitExtras,
): Promise<Refusal | null> {
  const { task, before } = action
  const { id } = task
  const done = await carryOut(
    context,
    request,
    {
      target: { by: 'task', id },
      command:
        before === request.user.username
          ? { type: 'claimTask', taskId: id, userId: before }
          : fields(id, { assignee: before }, 'Assign'),
      place: failurePlaceOf(task),
      gone: taskIsOver,
      check: ({ tasks }) => {
        const now = tasks.get(id)
        if (now === undefined) return null
        return now.assignee === null
          ? refuseTask(request.user, 'complete', { ...now, processKey: task.processKey, assignee: before })
          : changed(null)
      },
    },
    extras,
  )
  return done instanceof Refusal ? done : null
}

/** Undoes a claim by a substitute: the task goes back to the absent user. */
function giveBack(
  context: OperationContext,
  request: Request,
  { id, username }: { readonly id: string; readonly username: string },
  extras: CommitExtras,
): Promise<Refusal | null> {
  return changeOneTask(
    context,
    request,
    {
      id,
      action: 'complete',
      commandOf: () => fields(id, { assignee: username }, 'Assign'),
    },
    extras,
  )
}

/** Lists the tokens by which tasks can be undone, for tasks whose last change was made by the user. */
export async function listMarks(tx: Tx, user: Person, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { workplaceId, username } = user
  const tasks = await tx.query(
    kysely
      .selectFrom('task')
      .select(['id', 'instance_id'])
      .where('workplace_id', '=', workplaceId)
      .where('id', 'in', ids),
  )
  const marks = await Promise.all(
    tasks.map(async ({ id, instance_id }) => {
      const last = await findLastAction(tx, workplaceId, { id, historyId: instance_id ?? id })
      return [id, last?.by === username ? last.id : null] as const
    }),
  )
  return new Map(marks.flatMap(([id, mark]) => (mark === null ? [] : [[id, mark]])))
}

async function findLastAction(
  tx: Tx,
  workplaceId: string,
  { id, historyId }: { readonly id: string; readonly historyId: string },
): Promise<LastAction | null> {
  const [row] = await tx.query(
    kysely
      .selectFrom('history_fact')
      .where('workplace_id', '=', workplaceId)
      .where('instance_id', '=', historyId)
      .where('subject_id', '=', id)
      .where('kind', '=', 'task-changed' satisfies FactKind)
      .orderBy('id', 'desc')
      .limit(1)
      .select(['id', 'at', 'user_id', 'data']),
  )
  const fact = row === undefined ? null : readFact({ kind: 'task-changed', data: row.data })
  if (row === undefined || fact?.kind !== 'task-changed') return null
  const { operation, before } = fact.data
  return { id: row.id, at: row.at, by: row.user_id, operation, before: before?.assignee ?? null }
}

function changed(by: string | null): Refusal {
  const what = by === null ? 'something has happened to it since' : `${by} has changed it since`
  return refuse('task.changed', `Expected an unchanged task, but ${what}. Nothing was undone.`)
}

function tooLate(): Refusal {
  return refuse(
    'task.changed',
    `Expected a change of the last ${taskBatchLimits.undoMinutes} minutes, but it is older. Nothing was undone.`,
  )
}
