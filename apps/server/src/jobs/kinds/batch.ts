import type { BatchKind } from '@millrace/contract'
import { type BatchItem, doItem } from '../../operations/batches/items.ts'
import { endStatement, failedStatement, itemsOfSeed, seedStatement } from '../../operations/batches/statements.ts'
import type { Request } from '../../platform/auth/request.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import { type ClaimedJob, goOnLater, restJob } from '../leases.ts'
import { restUntil } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'

/** The number of items that are processed before other jobs get a turn. */
const portion = 50

/**
 * Applies one action to many items separately, with the current rights of the user who started the batch. An item is
 * marked as completed in the transaction that changes it, so a worker that continues after a crash repeats and skips no
 * item. A refused item keeps its reason, and the next one follows.
 */
export const batch: JobHandler = {
  run: async ({ runtime, onFault }, job) => {
    const log = (error: unknown) => onFault?.(error, job)
    // After a start that never ended, one item: only an item that ends the server again and again is to fail by that.
    const most = job.attempts > 0 ? 1 : portion
    for (let count = 0; count < most; count++) {
      const next = await findNext(runtime, job)
      if (next === null) return 'gone'
      if (next.isSuspended) {
        // It is claimed again when somebody lets it go on.
        await restJob(runtime.db, job, null)
        return 'done'
      }
      const { item } = next
      if (item === null) {
        await commit(runtime, job, endStatement(job, runtime.clock().toISOString()))
        return 'done'
      }
      if (item.position > next.seeded) await seed(runtime, job, item.position - next.seeded)
      const refusal = await doNext(runtime, next.request, item, log)
      if (refusal !== null) await recordFailure(runtime, job, item.position, refusal)
    }
    await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
    runtime.announceJobs()
    return 'done'
  },
  // The item that it is at is what it fails by: it is told, and the next one is begun.
  fail: async ({ runtime }, job, { message }) => {
    const next = await findNext(runtime, job)
    if (next === null) return
    if (next.item !== null) await recordFailure(runtime, job, next.item.position, refuse('internal', message))
    await restJob(runtime.db, job, restUntil(runtime, restMs))
  },
}

const restMs = 1_000

interface Next {
  /** Null: they no longer exist, or may not sign in any more. */
  readonly request: Request | null
  /** Null: all have come to their turn. */
  readonly item: BatchItem | null
  readonly seeded: number
  readonly isSuspended: boolean
}

/** Null when this worker has the job no more, or somebody has ended it. */
async function findNext({ db, clock }: Runtime, job: ClaimedJob): Promise<Next | null> {
  const { workplaceId, id, workerId } = job
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'batch_next',
        text: `select (select ${userAsJson} from app_user u where u.workplace_id = b.workplace_id and u.id = b.user_id and ${isUserOpen}), b.kind, b.action, b.seeded, b.is_suspended, i.position, i.subject_id
          from job j join batch b on b.workplace_id = j.workplace_id and b.id = j.id
          left join lateral (select position, subject_id from batch_item i where i.workplace_id = b.workplace_id and i.batch_id = b.id and i.state = 'waiting' order by position limit 1) i on true
          where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3 and b.state = 'waiting'`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const row = rows?.[0]
  if (row === undefined) return null
  const [, kind, action, seeded, isSuspended, position, subjectId] = row
  const person = readUser(rows)
  return {
    request: person && jobRequest(job, atTime(person, clock())),
    seeded: Number(seeded),
    isSuspended: isSuspended === 't',
    item:
      position == null || subjectId == null
        ? null
        : {
            batchId: id,
            kind: kind as BatchKind,
            action: JSON.parse(action ?? '{}') as object,
            position: Number(position),
            subjectId,
          },
  }
}

async function doNext(
  runtime: Runtime,
  request: Request | null,
  item: BatchItem,
  log: (error: unknown) => void,
): Promise<Refusal | null> {
  if (request === null)
    return refuse(
      'right.missing',
      'Expected the user who started the batch to be enabled, but their account is disabled or was deleted. Nothing was changed.',
    )
  const { db, clock } = runtime
  return doItem({ db, clock, runtime }, request, item, log)
}

/** Makes ready what the next item stands among. */
async function seed(runtime: Runtime, job: ClaimedJob, missing: number): Promise<void> {
  const times = Math.ceil(missing / itemsOfSeed)
  const { db } = runtime
  await db.withTransaction(jobActor(job), (tx) => tx.commit(Array.from({ length: times }, () => seedStatement(job))))
}

/** To try the same once more would end alike: what failed waits for somebody to have it tried again. */
function recordFailure(runtime: Runtime, job: ClaimedJob, position: number, { code, message }: Refusal): Promise<void> {
  return commit(runtime, job, failedStatement(job, { position, tries: 0, code, message }))
}

async function commit({ db }: Runtime, job: ClaimedJob, statement: ReturnType<typeof endStatement>): Promise<void> {
  await db.withTransaction(jobActor(job), (tx) => tx.commit([statement]))
}
