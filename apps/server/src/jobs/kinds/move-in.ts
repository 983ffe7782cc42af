import { moveIn as move } from '../../operations/move-in/move-in.ts'
import type { Position } from '../../operations/move-in/moving.ts'
import { Report } from '../../operations/move-in/report.ts'
import { openSource, type Source } from '../../operations/move-in/source/open-source.ts'
import { findMoveIn, placeOf, type StoredMoveIn } from '../../operations/move-ins/stored-move-in.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor } from '../job-actor.ts'
import { type ClaimedJob, goOnLater } from '../leases.ts'
import type { JobHandler } from './job-handler.ts'

/** Omissions and notes that the report lists: it is written after each portion. */
const maxKept = 1_000

/**
 * Checks or moves the database of another engine, in one transaction of the source. After a crash the next worker
 * continues after the last stored position. The ledger contains the rows that were moved after that position, and they
 * are counted again.
 */
export const moveIn: JobHandler = {
  run: async ({ runtime, stopping }, job) => {
    const found = await find(runtime, job)
    if (found === null) return 'gone'
    if (found.state === 'stopping') return end(runtime, job, { state: 'stopped', report: null, position: null })
    const startedAt = found.started_at ?? runtime.clock()
    const source = await open(runtime, job, found, startedAt)
    if (source === null) return 'failed'
    try {
      return await carryOut({ runtime, stopping }, job, { found, source, startedAt })
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      await endFailed(runtime, job, error.message)
      return 'failed'
    } finally {
      await source.close().catch(() => {})
    }
  },
  fail: ({ runtime }, job, { message }) => endFailed(runtime, job, message),
}

/** Null when this worker has the job no more, or the move has ended. */
async function find({ db }: Runtime, job: ClaimedJob): Promise<StoredMoveIn | null> {
  const { workplaceId, id, workerId } = job
  return db.read({ workplaceId }, async (tx) => {
    const [held] = await tx.batch([
      {
        name: 'move_in_held',
        text: 'select id from job where workplace_id = $1 and id = $2 and locked_by = $3',
        values: [workplaceId, id, workerId],
      },
    ])
    const found = held?.[0] === undefined ? null : await findMoveIn(tx, workplaceId, id)
    return found !== null && ['checking', 'moving', 'stopping'].includes(found.state) ? found : null
  })
}

/** Null: the move has ended, because the source cannot be read. */
async function open(runtime: Runtime, job: ClaimedJob, found: StoredMoveIn, startedAt: Date): Promise<Source | null> {
  const place = placeOf(found, runtime.secret)
  try {
    if (place === null)
      throw new StartFailure('The password was encrypted with another secret of the installation. Connect again.')
    const reader = await runtime.databases.read(place)
    const source = await openSource(reader, { zone: found.time_zone, schema: found.schema_name })
    await write(runtime, job, {
      name: 'move_in_opened',
      set: 'product = $4, started_at = $5',
      values: [`${source.product}, installation ${source.installation}`, startedAt.toISOString()],
    })
    return source
  } catch (error) {
    if (!(error instanceof OutgoingFailure || error instanceof StartFailure)) throw error
    await endFailed(runtime, job, error.message)
    return null
  }
}

interface Move {
  readonly found: StoredMoveIn
  readonly source: Source
  readonly startedAt: Date
}

async function carryOut(
  { runtime, stopping }: { readonly runtime: Runtime; readonly stopping: AbortSignal | undefined },
  job: ClaimedJob,
  { found, source, startedAt }: Move,
) {
  const { position, report: stored } = found
  const so: { last: Position | null; state: MoveState } = { last: position, state: 'running' }
  const report = await move(runtime, jobActor(job), {
    source,
    isDryRun: found.is_dry_run,
    since: found.since?.toISOString() ?? null,
    definitions: found.definitions,
    tenants: null,
    startedAt: startedAt.toISOString(),
    ...(position !== null && stored !== null && { interrupted: { position, report: Report.restore(stored, maxKept) } }),
    isStopped: () => so.state !== 'running' || stopping?.aborted === true,
    reached: async (at, upTo) => {
      so.last = at
      so.state = await note(runtime, job, { position: at, report: upTo })
    },
  })
  if (so.state === 'lost') return 'gone'
  if (so.state === 'stopping') return end(runtime, job, { state: 'stopped', report, position: so.last })
  if (stopping?.aborted !== true)
    return end(runtime, job, { state: found.is_dry_run ? 'checked' : 'done', report, position: null })
  // The server stops: another worker continues behind what was noted.
  await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
  return 'done'
}

type MoveState = 'running' | 'stopping' | 'lost'

/** Notes how far it is, and returns whether it goes on. */
async function note(
  runtime: Runtime,
  job: ClaimedJob,
  { position, report }: { readonly position: Position; readonly report: Report },
): Promise<MoveState> {
  const state = await write(runtime, job, {
    name: 'move_in_note',
    set: 'position = $4, report = $5',
    values: [JSON.stringify(position), JSON.stringify(report.store())],
  })
  return state === null ? 'lost' : state === 'stopping' ? 'stopping' : 'running'
}

interface End {
  readonly state: 'checked' | 'done' | 'stopped'
  /** Null: as it is. */
  readonly report: Report | null
  readonly position: Position | null
}

async function end(runtime: Runtime, job: ClaimedJob, { state, report, position }: End): Promise<'done' | 'gone'> {
  const written = await write(runtime, job, {
    name: 'move_in_end',
    set: 'state = $4, report = coalesce($5::jsonb, report), position = coalesce($6::jsonb, position), ended_at = $7',
    values: [
      state,
      report === null ? null : JSON.stringify(report.store()),
      position === null ? null : JSON.stringify(position),
      runtime.clock().toISOString(),
    ],
    isEnd: true,
  })
  return written === null ? 'gone' : 'done'
}

async function endFailed(runtime: Runtime, job: ClaimedJob, message: string): Promise<void> {
  await write(runtime, job, {
    name: 'move_in_failed',
    set: `state = 'failed', message = $4, ended_at = $5`,
    values: [message, runtime.clock().toISOString()],
    isEnd: true,
  })
}

interface Change {
  readonly name: string
  /** Assignments, with values from `$4`. */
  readonly set: string
  readonly values: readonly unknown[]
  /** Whether the job ends with it. */
  readonly isEnd?: boolean
}

/** Changes a move whose job this worker has. Returns its state before; null when another worker has the job. */
async function write(
  { db }: Runtime,
  job: ClaimedJob,
  { name, set, values, isEnd = false }: Change,
): Promise<string | null> {
  const { workplaceId, id, workerId } = job
  const dropped = isEnd ? ', dropped as (delete from job where workplace_id = $1 and id in (select id from mine))' : ''
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name,
        text: `with own as (select id, state from move_in where workplace_id = $1 and id = $2 and state in ('checking', 'moving', 'stopping')
              and exists (select from job j where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3) for update),
            mine as (update move_in m set ${set} from own where m.workplace_id = $1 and m.id = own.id returning m.id)${dropped}
          select own.state from own join mine on mine.id = own.id`,
        values: [workplaceId, id, workerId, ...values],
      },
    ]),
  )
  return rows?.[0]?.[0] ?? null
}
