import { sql } from 'kysely'
import { cancelled } from '../../operations/user-imports/cancel-user-import.ts'
import type { RowOutcome } from '../../operations/user-imports/row-changes.ts'
import type { StoredImport } from '../../operations/user-imports/user-import.ts'
import type { Request } from '../../platform/auth/request.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import { type ClaimedJob, goOnLater, restJob } from '../leases.ts'
import { restUntil } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'
import {
  type Deciding,
  decide,
  decideTogether,
  type NotedRow,
  presentOutcome,
  type Row,
} from './user-imports/decide-rows.ts'

/** The number of rows that are written together before other jobs get a turn. */
const portion = 250

/**
 * Checks or imports the rows of a user file with the current permissions of the user who started it: plain rows
 * together, other rows one by one. After a crash, the next worker repeats the last portion, and rows that were imported
 * already do not change again.
 */
export const userImport: JobHandler = {
  run: async ({ runtime, onFault }, job) => {
    const log = (error: unknown) => onFault?.(error, job)
    const next = await findNext(runtime, job)
    if (next === null) return 'gone'
    if (next.rows.length === 0 || next.request === null) {
      await (next.request === null ? cancelImport(runtime, job) : endImport(runtime, job))
      return 'done'
    }
    if (!(await workThrough({ runtime, log }, job, { ...next, request: next.request }))) return 'gone'
    await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
    runtime.announceJobs()
    return 'done'
  },
  fail: ({ runtime }, job) => restJob(runtime.db, job, restUntil(runtime, restMs)),
}

const restMs = 5_000

interface Next {
  readonly item: StoredImport
  /** Null: they no longer exist, or may not sign in any more. */
  readonly request: Request | null
  /** Empty: all have come to their turn. */
  readonly rows: readonly Row[]
}

/** Null when this worker has the job no more, or somebody has cancelled the import. */
async function findNext({ db, clock }: Runtime, job: ClaimedJob): Promise<Next | null> {
  const { workplaceId, id, workerId } = job
  return db.read({ workplaceId }, async (tx) => {
    const [item] = await runSql<StoredImport>(
      tx,
      sql`select i.* from user_import i join job j on j.workplace_id = i.workplace_id and j.id = i.id
        where i.workplace_id = ${workplaceId} and i.id = ${id} and j.locked_by = ${workerId} and i.state in ('checking', 'importing')`,
    )
    if (item === undefined) return null
    const [people] = await tx.batch([
      {
        name: 'user_import_person',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and ${isUserOpen}`,
        values: [workplaceId, item.user_id],
      },
    ])
    const person = readUser(people)
    const rows = await runSql<Row>(
      tx,
      sql`select position, cells, key_text, result, changes from user_import_row where workplace_id = ${workplaceId} and import_id = ${id}
        and position > ${item.position} order by position limit ${portion}`,
    )
    return { item, rows, request: person && jobRequest(job, atTime(person, clock())) }
  })
}

/**
 * Decides the rows of a portion. What is decided by itself is noted at once when users are imported, so that an import is
 * cancelled after any of these rows.
 *
 * @returns false when the worker has lost the job, or somebody has cancelled the import.
 */
async function workThrough(
  deciding: Deciding,
  job: ClaimedJob,
  { item, rows, request }: Next & { readonly request: Request },
): Promise<boolean> {
  const { runtime } = deciding
  const isImporting = item.state === 'importing'
  const together = await decideTogether(runtime, request, item, rows)
  const noteOf = (row: Row, outcome: RowOutcome) => presentOutcome(item, row, outcome)
  let outcomes: NotedRow[] = []
  for (const [index, row] of rows.entries()) {
    const outcome = together.get(row.position)
    outcomes.push(outcome === undefined ? await decide(deciding, request, item, row) : noteOf(row, outcome))
    if (outcome !== undefined || !isImporting) continue
    if (await note(runtime, job, { outcomes, isImporting })) {
      outcomes = []
      continue
    }
    // Users that were written together are noted too.
    const others = rows.slice(index + 1).flatMap((later) => {
      const written = together.get(later.position)
      return written === undefined ? [] : [noteOf(later, written)]
    })
    if (others.length > 0) await note(runtime, job, { outcomes: others, isImporting })
    return false
  }
  return outcomes.length === 0 || note(runtime, job, { outcomes, isImporting })
}

/**
 * Notes the outcome of rows; of one that was imported while somebody cancelled the import, too.
 *
 * @returns false when the import was cancelled meanwhile.
 */
async function note(
  { db }: Runtime,
  job: ClaimedJob,
  { outcomes, isImporting }: { readonly outcomes: readonly NotedRow[]; readonly isImporting: boolean },
): Promise<boolean> {
  const { workplaceId, id, workerId } = job
  const count = (result: string) => outcomes.filter((one) => one.result === result).length
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'user_import_note',
        text: `with mine as (update user_import i set position = $4, new_count = new_count + $5, changed_count = changed_count + $6, same_count = same_count + $7, refused_count = refused_count + $8
            where i.workplace_id = $1 and i.id = $2 and i.position < $4 and (i.state = 'cancelled' and $10::boolean
              or i.state in ('checking', 'importing') and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3)) returning i.id, i.state),
          noted as (update user_import_row r set result = t.result, changes = t.changes, message = t.message
            from mine, jsonb_to_recordset($9::jsonb) as t (position int, result text, changes jsonb, message text)
            where r.workplace_id = $1 and r.import_id = mine.id and r.position = t.position)
          select id from mine where state <> 'cancelled'`,
        values: [
          ...[workplaceId, id, workerId, outcomes.at(-1)?.position ?? 0],
          ...[count('new'), count('changed'), count('same'), count('refused'), JSON.stringify(outcomes), isImporting],
        ],
      },
    ]),
  )
  return rows?.[0] !== undefined
}

async function endImport({ db, clock }: Runtime, job: ClaimedJob): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'user_import_end',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update user_import i set state = case i.state when 'checking' then 'checked' else 'done' end,
            ended_at = case when i.state = 'importing' then $4::timestamptz end
          from ended where i.workplace_id = $1 and i.id = ended.id and i.state in ('checking', 'importing')`,
        values: [workplaceId, id, workerId, clock().toISOString()],
      },
    ]),
  )
}

/** Cancels an import whose user no longer exists or is disabled. */
async function cancelImport({ db, clock }: Runtime, job: ClaimedJob): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'user_import_end_by_nobody',
        text: `with own as (select id, state, position from user_import where workplace_id = $1 and id = $2
            and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3) for update), ${cancelled}
          select id from own`,
        values: [workplaceId, id, workerId, clock().toISOString()],
      },
    ]),
  )
}
