import { sql } from 'kysely'
import type { DirectoryRow } from '../../operations/directories/directory.ts'
import { fillHierarchy } from '../../operations/directories/fill-hierarchy.ts'
import type { RunRow } from '../../operations/directories/plan-run.ts'
import { readAndPlan } from '../../operations/directories/read-and-plan.ts'
import type { StoredRun } from '../../operations/directories/runs.ts'
import { stageRun } from '../../operations/directories/stage-run.ts'
import { type RowOutcome, takeOverRow } from '../../operations/directories/take-over-row.ts'
import type { Request } from '../../platform/auth/request.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import { type ClaimedJob, goOnLater } from '../leases.ts'
import type { JobHandler } from './job-handler.ts'

/** The number of rows that are processed before other jobs get a turn. */
const portion = 200
/** How many results of rows are written in one statement. */
const noted = 20

/**
 * Carries out a run of a directory: reads it outside of any transaction, plans the changes, and applies its rows, each
 * in its own transaction. After a crash, another worker reads the directory again, or plans the last rows again:
 * applied rows are unchanged then.
 */
export const directory: JobHandler = {
  run: async ({ runtime, onFault }, job) => {
    const next = await findNext(runtime, job)
    if (next === null) return 'gone'
    if (next.request === null) {
      await endRun(runtime, job, 'failed', nobody)
      return 'failed'
    }
    if (next.run.state === 'reading') return read(runtime, job, next)
    if (next.rows.length === 0) {
      const { db, clock } = runtime
      await fillHierarchy({ db, clock, runtime }, next.request, next)
      await endRun(runtime, job, 'done', '')
      return 'done'
    }
    const log = (error: unknown) => onFault?.(error, job)
    for (let from = 0; from < next.rows.length; from += noted) {
      const outcomes: DecidedRow[] = []
      for (const row of next.rows.slice(from, from + noted))
        outcomes.push(await decide({ runtime, log }, next.request, next, row))
      if (!(await note(runtime, job, outcomes))) return 'gone'
    }
    await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
    runtime.announceJobs()
    return 'done'
  },
  fail: ({ runtime }, job, { message }) => endRun(runtime, job, 'failed', message),
}

const nobody =
  'Expected the administrator who saved the directory last, but they can no longer sign in. Open the directory and save it as another administrator.'

type StagedRow = RunRow & { readonly position: number }

interface Next {
  readonly run: StoredRun
  readonly directory: DirectoryRow
  /** Null: the administrator who saved the directory last no longer exists, or is disabled. */
  readonly request: Request | null
  /** Empty: the directory has to be read, or all have come to their turn. */
  readonly rows: readonly StagedRow[]
}

/** Null when this worker has the job no more, or somebody has cancelled the run. */
async function findNext({ db, clock }: Runtime, job: ClaimedJob): Promise<Next | null> {
  const { workplaceId, id, workerId } = job
  return db.read({ workplaceId }, async (tx) => {
    const [run] = await runSql<StoredRun>(
      tx,
      sql`select r.* from directory_run r join job j on j.workplace_id = r.workplace_id and j.id = r.id
        where r.workplace_id = ${workplaceId} and r.id = ${id} and j.locked_by = ${workerId} and r.state in ('reading', 'applying')`,
    )
    if (run === undefined) return null
    const [found] = await runSql<DirectoryRow>(
      tx,
      sql`select * from directory where workplace_id = ${workplaceId} and id = ${run.directory_id}`,
    )
    if (found === undefined) return null
    const [people] = await tx.batch([
      {
        name: 'directory_run_person',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and ${isUserOpen}`,
        values: [workplaceId, found.acts_as],
      },
    ])
    const person = readUser(people)
    const rows = await runSql<{ entry_key: string } & Omit<StagedRow, 'entryKey'>>(
      tx,
      sql`select position, kind, entry_key, dn, name, data from directory_run_row where workplace_id = ${workplaceId} and run_id = ${id}
        and position > ${run.position} and ${run.state === 'applying'} order by position limit ${portion}`,
    )
    return {
      run,
      directory: found,
      request: person && jobRequest(job, atTime(person, clock())),
      rows: rows.map(({ entry_key: entryKey, ...row }) => ({ ...row, entryKey }) as StagedRow),
    }
  })
}

async function read(runtime: Runtime, job: ClaimedJob, { run, directory: found }: Next) {
  try {
    const plan = await readAndPlan(runtime, found, run)
    if (!(await stageRun(runtime, jobActor(job), { job, run, plan }))) return 'gone' as const
    runtime.announceJobs()
    return 'done' as const
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    await endRun(runtime, job, 'failed', `${error.message} Nobody was changed.`)
    return 'failed' as const
  }
}

interface DecidedRow {
  readonly position: number
  readonly result: string
  readonly changes: RowOutcome['changes']
  readonly message: string
}

interface Deciding {
  readonly runtime: Runtime
  readonly log: (error: unknown) => void
}

async function decide({ runtime, log }: Deciding, request: Request, next: Next, row: StagedRow): Promise<DecidedRow> {
  const { db, clock } = runtime
  const outcome = await tryRow({ log }, () =>
    takeOverRow({ db, clock, runtime }, request, {
      directory: next.directory,
      row,
      isDryRun: next.run.is_dry_run,
    }),
  )
  if (outcome instanceof Refusal)
    return { position: row.position, result: 'refused', changes: [], message: outcome.message.toWellFormed() }
  return { position: row.position, ...outcome }
}

async function tryRow({ log }: Pick<Deciding, 'log'>, work: () => Promise<RowOutcome | Refusal>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    if (hasLostDatabase(error)) throw error
    log(error)
    return refuse(
      'internal',
      'This user was left out because an error occurred in the server. Its log has the details.',
    )
  }
}

/** Notes the outcome of rows. @returns false when the run was cancelled meanwhile. */
async function note({ db }: Runtime, job: ClaimedJob, outcomes: readonly DecidedRow[]): Promise<boolean> {
  const { workplaceId, id, workerId } = job
  const count = (result: string) => outcomes.filter((one) => one.result === result).length
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'directory_run_note',
        text: `with mine as (update directory_run r set position = $4, new_count = new_count + $5, changed_count = changed_count + $6,
              restored_count = restored_count + $7, disabled_count = disabled_count + $8, same_count = same_count + $9, refused_count = refused_count + $10
            where r.workplace_id = $1 and r.id = $2 and r.position < $4 and (r.state = 'cancelled'
              or r.state = 'applying' and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3)) returning r.id, r.state),
          noted as (update directory_run_row w set result = t.result, changes = t.changes, message = t.message
            from mine, jsonb_to_recordset($11::jsonb) as t (position int, result text, changes jsonb, message text)
            where w.workplace_id = $1 and w.run_id = mine.id and w.position = t.position)
          select id from mine where state <> 'cancelled'`,
        values: [
          ...[
            workplaceId,
            id,
            workerId,
            outcomes.at(-1)?.position ?? 0,
            count('new'),
            count('changed'),
            count('restored'),
          ],
          ...[count('disabled'), count('same'), count('refused'), JSON.stringify(outcomes)],
        ],
      },
    ]),
  )
  return rows?.[0] !== undefined
}

async function endRun({ db, clock }: Runtime, job: ClaimedJob, state: 'done' | 'failed', message: string) {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'directory_run_end',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update directory_run r set state = $4, message = $5, ended_at = $6
            from ended where r.workplace_id = $1 and r.id = ended.id and r.state in ('reading', 'applying')`,
        values: [workplaceId, id, workerId, state, message, clock().toISOString()],
      },
    ]),
  )
}
