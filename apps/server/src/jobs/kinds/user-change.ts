import { sql } from 'kysely'
import { cancelled } from '../../operations/user-changes/cancel-user-change.ts'
import type { ChangeOutcome, StoredChange } from '../../operations/user-changes/user-change.ts'
import { changeListedUser, type ListedDifference } from '../../operations/users/change-listed-user.ts'
import { handOverTasks } from '../../operations/users/hand-over-tasks.ts'
import type { Request } from '../../platform/auth/request.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import { type ClaimedJob, goOnLater, restJob } from '../leases.ts'
import { restUntil } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'

/** The number of users who come to their turn before other jobs do. */
const portion = 50

/**
 * Checks or applies a change of several users with the current permissions of the user who ordered it, one user after
 * the other. The change of a user and its result are one transaction, so that neither a crash nor a cancellation leaves
 * a change without a result.
 */
export const userChange: JobHandler = {
  run: async ({ runtime, onFault }, job) => {
    const next = await findNext(runtime, job)
    if (next === null) return 'gone'
    const { request, rows } = next
    if (rows.length === 0 || request === null) {
      await end(runtime, job, request === null ? cancelIt : endIt)
      return 'done'
    }
    const deciding = { runtime, log: (error: unknown) => onFault?.(error, job) }
    if (!(await workThrough(deciding, job, { ...next, request }))) return 'gone'
    await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
    runtime.announceJobs()
    return 'done'
  },
  fail: ({ runtime }, job) => restJob(runtime.db, job, restUntil(runtime, restMs)),
}

const restMs = 5_000

interface Row {
  readonly position: number
  readonly account_id: string
}

interface Next {
  readonly item: StoredChange
  /** Null: they no longer exist, or may not sign in any more. */
  readonly request: Request | null
  /** Empty: all have come to their turn. */
  readonly rows: readonly Row[]
}

/** Null when this worker has the job no more, or somebody has cancelled the change. */
async function findNext({ db, clock }: Runtime, job: ClaimedJob): Promise<Next | null> {
  const { workplaceId, id, workerId } = job
  return db.read({ workplaceId }, async (tx) => {
    const [item] = await runSql<StoredChange>(
      tx,
      sql`select c.* from user_change c join job j on j.workplace_id = c.workplace_id and j.id = c.id
        where c.workplace_id = ${workplaceId} and c.id = ${id} and j.locked_by = ${workerId} and c.state in ('checking', 'changing')`,
    )
    if (item === undefined) return null
    const request = await findRequest(tx, job, item, clock())
    const rows = await runSql<Row>(
      tx,
      sql`select position, account_id from user_change_row where workplace_id = ${workplaceId} and change_id = ${id}
        and position > ${item.position} and ${item.state === 'checking' ? sql`true` : sql`result = 'changed'`} order by position limit ${portion}`,
    )
    return { item, rows, request }
  })
}

/** Returns the request with the current permissions of the user who ordered the change; null: they may not sign in. */
async function findRequest(
  tx: Tx,
  job: ClaimedJob,
  { workplace_id, user_id }: StoredChange,
  now: Date,
): Promise<Request | null> {
  const [people] = await tx.batch([
    {
      name: 'user_change_person',
      text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and ${isUserOpen}`,
      values: [workplace_id, user_id],
    },
  ])
  const person = readUser(people)
  return person && jobRequest(job, atTime(person, now))
}

interface Deciding {
  readonly runtime: Runtime
  readonly log: (error: unknown) => void
}

/**
 * Checks or changes the users of a portion. A user is changed with the permissions that the other user has at that
 * moment; the rest of the portion is left when they may not sign in any more.
 *
 * @returns false when the worker has lost the job, or somebody has cancelled the change.
 */
async function workThrough(
  deciding: Deciding,
  job: ClaimedJob,
  { item, rows, request }: Next & { readonly request: Request },
): Promise<boolean> {
  const { db, clock } = deciding.runtime
  const note = async (outcomes: readonly ChangeOutcome[]) => {
    const [noted] = await db.withTransaction(jobActor(job), (tx) => tx.commit([noteStatement(job, outcomes)]))
    return noted?.[0] !== undefined
  }
  if (item.state === 'checking') {
    const outcomes: ChangeOutcome[] = []
    for (const row of rows) outcomes.push(await check(deciding, request, { item, row, job }))
    return note(outcomes)
  }
  for (const row of rows) {
    const current = await db.read({ workplaceId: item.workplace_id }, (tx) => findRequest(tx, job, item, clock()))
    if (current === null) return true
    const handed = await handOverIfChanged(deciding, current, { item, row, job })
    if (!handed.isComplete) return true
    const done = await decide(deciding, current, { item, row, job, message: handed.message })
    if (done === 'lost') return false
    const isNoted = !(done instanceof Refusal) && !done.isSame
    if (!isNoted && !(await note([present(row, done)]))) return false
  }
  return true
}

interface Decided {
  readonly item: StoredChange
  readonly row: Row
  readonly job: ClaimedJob
  /** The result for the open tasks of the user. */
  readonly message?: string | null
  /** Whether the change is only checked. */
  readonly isDryRun?: boolean
}

async function check(deciding: Deciding, request: Request, decided: Decided): Promise<ChangeOutcome> {
  const done = await decide(deciding, request, decided)
  return present(decided.row, done, isChange(done) ? (await handOver(deciding, request, decided)).message : null)
}

function isChange(done: ListedDifference | Refusal | 'lost'): boolean {
  return !(done instanceof Refusal) && done !== 'lost' && !done.isSame
}

/** Hands over open tasks, unless the user would be skipped now: rights can have changed since the check. */
async function handOverIfChanged(deciding: Deciding, request: Request, decided: Decided) {
  const { change } = decided.item
  const isHandingOver = change.kind === 'disable' && change.handOver !== undefined
  return isHandingOver && isChange(await decide(deciding, request, { ...decided, isDryRun: true }))
    ? handOver(deciding, request, decided)
    : { isComplete: true, message: null }
}

/** Hands over the open tasks of a user before the account is disabled: a crash in between leaves a user without tasks. */
function handOver({ runtime }: Deciding, request: Request, { item: { change, state }, row }: Decided) {
  const given = (change.kind === 'disable' ? change.handOver : undefined) ?? { target: 'nobody' as const }
  const isDryRun = state === 'checking'
  const { db, clock } = runtime
  return handOverTasks({ db, clock, runtime }, request, { accountId: row.account_id, handOver: given, isDryRun })
}

/** Checks or applies the change of one user. A change is noted in its transaction, or rolled back when it is lost. */
async function decide(
  { runtime, log }: Deciding,
  request: Request,
  { item, row, job, message = null, isDryRun = item.state === 'checking' }: Decided,
): Promise<ListedDifference | Refusal | 'lost'> {
  const { db, clock } = runtime
  try {
    return await changeListedUser({ db, clock, runtime }, request, {
      ...{ id: row.account_id, change: item.change, isDryRun },
      note: async (tx, difference) => {
        const [noted] = await tx.batch([noteStatement(job, [present(row, difference, message)])])
        return noted?.[0] !== undefined
      },
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    if (hasLostDatabase(error)) throw error
    log(error)
    return refuse(
      'internal',
      `The user was not changed because an error occurred in the server. Its log has the details under the id of the job, ${item.id}.`,
    )
  }
}

function present(
  { position }: Row,
  done: ListedDifference | Refusal | 'lost',
  message: string | null = null,
): ChangeOutcome {
  if (done === 'lost') throw new Error('Expected the result of a check, which is never lost.')
  if (done instanceof Refusal)
    return {
      position,
      result: 'refused',
      added: [],
      removed: [],
      code: done.code,
      message: done.message.toWellFormed(),
    }
  const { isSame, added, removed } = done
  return { position, result: isSame ? 'same' : 'changed', added, removed, code: null, message }
}

/** Notes results and counts them. It returns no row when the worker has lost the job, or the change was cancelled. */
function noteStatement({ workplaceId, id, workerId }: ClaimedJob, outcomes: readonly ChangeOutcome[]): Statement {
  const count = (result: string) => outcomes.filter((one) => one.result === result).length
  return {
    name: 'user_change_note',
    text: `with mine as (update user_change c set position = $4, done_count = done_count + $5, changed_count = changed_count + $6, same_count = same_count + $7, refused_count = refused_count + $8
        where c.workplace_id = $1 and c.id = $2 and c.position < $4 and c.state in ('checking', 'changing')
          and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3) returning c.id),
      noted as (update user_change_row r set result = t.result, added = t.added, removed = t.removed, code = t.code, message = t.message
        from mine, jsonb_to_recordset($9::jsonb) as t (position int, result text, added text[], removed text[], code text, message text)
        where r.workplace_id = $1 and r.change_id = mine.id and r.position = t.position)
      select id from mine`,
    values: [
      ...[workplaceId, id, workerId, outcomes.at(-1)?.position ?? 0],
      ...[outcomes.length, count('changed'), count('same'), count('refused'), JSON.stringify(outcomes)],
    ],
  }
}

/** Users who were deleted meanwhile are not among the counted ones. */
const endIt = {
  name: 'user_change_end',
  text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
    update user_change c set state = case c.state when 'checking' then 'checked' else 'done' end, total_count = c.done_count,
      ended_at = case when c.state = 'changing' then $4::timestamptz end
    from ended where c.workplace_id = $1 and c.id = ended.id and c.state in ('checking', 'changing')`,
}

/** For a change whose user no longer exists or is disabled. */
const cancelIt = {
  name: 'user_change_end_by_nobody',
  text: `with own as (select id, state, position from user_change where workplace_id = $1 and id = $2
      and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3) for update), ${cancelled}
    select id from own`,
}

async function end(
  { db, clock }: Runtime,
  job: ClaimedJob,
  statement: Pick<Statement, 'name' | 'text'>,
): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([{ ...statement, values: [workplaceId, id, workerId, clock().toISOString()] }]),
  )
}
