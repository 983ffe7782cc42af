import type { TaskHandOver } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { assignTask } from '../tasks/assign-task.ts'
import { noSuchTask } from '../tasks/policy.ts'

interface HandingOver {
  /** The user whose tasks are handed over. */
  readonly accountId: string
  readonly handOver: TaskHandOver
  /** Whether nothing is assigned. */
  readonly isDryRun: boolean
}

interface HandedOver {
  /** Whether all tasks were changed; otherwise call it again for the others. */
  readonly isComplete: boolean
  /** The result for the tasks; null: the user has no tasks, or they were not to be handed over. */
  readonly message: string | null
}

/**
 * Hands over the open tasks of a user who is about to be disabled, each as the operation of one task does, so with the
 * permissions of the caller. It can be repeated: tasks that were handed over are no longer found. Tasks that the caller
 * may not assign, or whose process is suspended, stay assigned and are counted. Tasks that were assigned to another user
 * in the meantime stay with them.
 */
export async function handOverTasks(
  context: OperationContext,
  request: Request,
  { accountId, handOver, isDryRun }: HandingOver,
): Promise<HandedOver> {
  const nothing = { isComplete: true, message: null }
  if (handOver.target === 'nobody') return nothing
  const { db, clock } = context
  const { tasks, receiver } = await db.read(request, async (tx) => ({
    tasks: await listTasks(tx, request, accountId),
    receiver: await findReceiver(tx, request, { accountId, handOver, now: clock() }),
  }))
  if (tasks.length === 0) return nothing
  if (receiver === undefined)
    return {
      isComplete: true,
      message: `${stay(tasks.length)}: ${noReceiver}`,
    }
  const to = receiver === null ? 'back to their candidates' : `to ${receiver}`
  if (isDryRun)
    return {
      isComplete: true,
      message: `${count(tasks.length)} ${tasks.length === 1 ? 'goes' : 'go'} ${to}, as far as you may assign them.`,
    }
  let handed = 0
  let left = 0
  let suspended = 0
  for (const id of tasks) {
    if (handed === portion) return { isComplete: false, message: null }
    const before = (tx: Tx) => refuseReassigned(tx, request, { id, accountId })
    const refusal = await assignTask(context, request, { id, assignee: receiver }, { before })
    if (refusal === null) handed++
    else if (refusal.code === 'task.suspended') suspended++
    else if (refusal.code !== 'thing.not-found') left++
  }
  const rest = [
    ...(handed === 0 && left + suspended === tasks.length ? [] : [`Open tasks went ${to}.`]),
    ...(left === 0 ? [] : [`${stay(left)}, because you may not assign ${left === 1 ? 'it' : 'them'}.`]),
    ...(suspended === 0 ? [] : [`${stay(suspended)}, because the process is suspended.`]),
  ]
  return { isComplete: true, message: rest.join(' ') }
}

/** Tasks that one call assigns: the job that calls it is not to lose its lease. */
const portion = 500
const most = 10_000
const noReceiver = 'the user has no substitute, or the chosen user cannot work on tasks.'

function count(tasks: number): string {
  return tasks === 1 ? '1 open task' : `${tasks.toLocaleString('en')} open tasks`
}

function stay(tasks: number): string {
  return `${count(tasks)} ${tasks === 1 ? 'stays' : 'stay'} assigned`
}

/** Checks, with the task locked, that it is still assigned to the user. Returns null if so, otherwise a refusal. */
async function refuseReassigned(
  tx: Tx,
  { workplaceId }: Request,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<Refusal | null> {
  const [held] = await runSql(
    tx,
    sql`select 1 from task t join app_user u on u.workplace_id = t.workplace_id and u.username = t.assignee
      where t.workplace_id = ${workplaceId} and t.id = ${id} and u.id = ${accountId}`,
  )
  return held === undefined ? noSuchTask() : null
}

async function listTasks(tx: Tx, { workplaceId }: Request, accountId: string): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    tx,
    sql`select t.id from app_user u join task t on t.workplace_id = u.workplace_id and t.assignee = u.username
      where u.workplace_id = ${workplaceId} and u.id = ${accountId} order by t.id limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** Null: nobody, so that candidates claim them. Undefined: there is no enabled user to give them to. */
async function findReceiver(
  tx: Tx,
  { workplaceId }: Request,
  { accountId, handOver, now }: { readonly accountId: string; readonly handOver: TaskHandOver; readonly now: Date },
): Promise<string | null | undefined> {
  if (handOver.target === 'groups') return null
  if (handOver.target === 'substitute') return (await findSubstitute(tx, { workplaceId, accountId, now })) ?? undefined
  if (handOver.target !== 'person') return undefined
  const [row] = await runSql<{ username: string }>(
    tx,
    sql`select username from app_user where workplace_id = ${workplaceId} and username = ${handOver.username}
      and status <> 'disabled' and id <> ${accountId}`,
  )
  return row?.username
}

/** Returns the user name of the substitute of the current or next absence of a user; null without one. */
export async function findSubstitute(
  tx: Tx,
  { workplaceId, accountId, now }: { readonly workplaceId: string; readonly accountId: string; readonly now: Date },
): Promise<string | null> {
  const [row] = await runSql<{ username: string }>(
    tx,
    sql`select s.username from absence a join app_user s on s.workplace_id = a.workplace_id and s.id = a.substitute_id and s.status <> 'disabled'
      where a.workplace_id = ${workplaceId} and a.user_id = ${accountId} and a.until_at > ${now.toISOString()} and a.process_keys is null
      order by a.from_at, a.id limit 1`,
  )
  return row?.username ?? null
}
