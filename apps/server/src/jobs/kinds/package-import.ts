import type { OperationContext } from '../../operations/operation-context.ts'
import { findPackage } from '../../operations/packages/find-import.ts'
import type { StartedImport } from '../../operations/packages/start-import.ts'
import { unpack } from '../../operations/packages/unpack.ts'
import { decideItems, type WrittenImport, writeImport } from '../../operations/packages/write-import.ts'
import type { Request } from '../../platform/auth/request.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import type { ClaimedJob } from '../leases.ts'
import type { JobHandler } from './job-handler.ts'

/**
 * Imports a package in one transaction, on behalf of the user who ordered it and with their current rights. The
 * transaction also deletes the job: after a crash the import is either completed, or started again.
 */
export const packageImport: JobHandler = {
  run: async ({ runtime }, job) => {
    const beginning = await begin(runtime, job)
    if (beginning === null) return 'gone'
    const refusal = await carryOut(runtime, job, beginning)
    if (refusal === null) return 'done'
    await endFailed(runtime, job, refusal.message)
    return 'failed'
  },
  fail: ({ runtime }, job, { message }) => endFailed(runtime, job, message),
}

interface Begun {
  readonly started: StartedImport
  /** Null: the account is closed. */
  readonly request: Request | null
  readonly bytes: Buffer
}

/** Null when this worker has the job no more, or somebody has cancelled the import. */
async function begin({ db, clock }: Runtime, job: ClaimedJob): Promise<Begun | null> {
  const { workplaceId, id, workerId } = job
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'package_import_begin',
        text: `update package_import p set state = 'running', done = 0 from job j
          where p.workplace_id = $1 and p.id = $2 and p.state in ('waiting', 'running') and j.workplace_id = $1 and j.id = $2 and j.locked_by = $3
          returning (select ${userAsJson} from app_user u where u.workplace_id = p.workplace_id and u.id = p.user_id and ${isUserOpen}), p.decisions`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const row = rows?.[0]
  if (row === undefined) return null
  const bytes = await db.read({ workplaceId }, (tx) => findPackage(tx, workplaceId, id))
  if (bytes === null) return null
  const person = readUser(rows)
  const request = person && jobRequest(job, atTime(person, clock()))
  return { started: JSON.parse(row[1] ?? '{}') as StartedImport, request, bytes }
}

async function carryOut(
  runtime: Runtime,
  job: ClaimedJob,
  { started, request, bytes }: Begun,
): Promise<Refusal | null> {
  if (request === null)
    return refuse(
      'right.missing',
      'Expected the user who started the import to be enabled, but their account is disabled. Nothing was imported.',
    )
  const context: OperationContext = { db: runtime.db, clock: runtime.clock, runtime }
  const unpacked = await unpack(bytes)
  if (unpacked instanceof Refusal) return unpacked
  const { items } = unpacked
  const goOn = createProgress(runtime, job)
  try {
    const decided = await decideItems(context, request, items, started)
    return await runtime.db.withTransaction(actorOf(request), async (tx) => {
      const written = await writeImport(context, tx, request, { id: job.id, items, decided, started, goOn })
      if (written instanceof Refusal) return written
      const [ended] = await tx.batch([endStatement(runtime, job, written)])
      if (ended?.[0] === undefined) return refuse('package.started', 'The import was cancelled. Nothing was imported.')
      return null
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Milliseconds between two reports of the progress. */
const reportMs = 300

/** Writes how far the import is, outside of its transaction. Answers false when somebody has cancelled it. */
function createProgress({ db, clock }: Runtime, job: ClaimedJob): (done: number) => Promise<boolean> {
  let last = clock().getTime()
  return async (done) => {
    const now = clock().getTime()
    if (now - last < reportMs) return true
    last = now
    const [rows] = await db.withTransaction(jobActor(job), (tx) =>
      tx.commit([
        {
          name: 'package_import_progress',
          text: `update package_import set done = $3 where workplace_id = $1 and id = $2 and state = 'running' returning 1`,
          values: [job.workplaceId, job.id, done],
        },
      ]),
    )
    return rows?.[0] !== undefined
  }
}

function endStatement(
  { clock }: Runtime,
  { workplaceId, id, workerId }: ClaimedJob,
  { skipped, setUp }: WrittenImport,
) {
  return {
    name: 'package_import_end',
    text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
      update package_import p set state = 'done', done = p.total, package = null, skipped = $4, set_up = $5, ended_at = $6
        from ended where p.workplace_id = $1 and p.id = ended.id and p.state = 'running' returning p.id`,
    values: [workplaceId, id, workerId, skipped, JSON.stringify(setUp), clock().toISOString()],
  }
}

async function endFailed({ db, clock }: Runtime, job: ClaimedJob, message: string): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'package_import_failed',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update package_import p set state = 'failed', package = null, message = $4, ended_at = $5
            from ended where p.workplace_id = $1 and p.id = ended.id and p.state in ('waiting', 'running')`,
        values: [workplaceId, id, workerId, message, clock().toISOString()],
      },
    ]),
  )
}
