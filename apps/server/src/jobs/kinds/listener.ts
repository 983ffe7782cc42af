import { findWatch } from '../../operations/external-listeners/load-watch.ts'
import { look } from '../../operations/external-listeners/look.ts'
import { faultOfLook, writeState } from '../../operations/external-listeners/look-at-folder.ts'
import { shareOf } from '../../operations/external-listeners/order-looks.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor } from '../job-actor.ts'
import { type ClaimedJob, repeatJob } from '../leases.ts'
import type { JobHandler } from './job-handler.ts'
import { notePullFailed, pullPackage } from './package-source.ts'
import { runScheduledFeed } from './scheduled-feed.ts'

/** After an error of the server, a listener looks again after so long. */
const restMs = 60_000

/**
 * Checks the folder, mail inbox, queue or topic of a listener, runs the feed of a data list, or pulls the package of a source,
 * repeatedly. The lease of the job ensures that only one server does it at a time. A topic has a job for each share of its
 * partitions.
 */
export const listener: JobHandler = {
  run: async ({ runtime }, job) => {
    const { workplaceId, rootId, workerId } = job
    // The other jobs of this kind have no listener.
    const watch = await runtime.db.read({ workplaceId }, (tx) => findWatch(tx, workplaceId, rootId))
    if (watch === null) {
      const everyMs = (await runScheduledFeed(runtime, job)) ?? (await pullPackage(runtime, job))
      if (everyMs === null) {
        await endListener(runtime, job)
        return 'gone'
      }
      await repeatJob(runtime.db, job, new Date(runtime.clock().getTime() + everyMs))
      return 'done'
    }
    const share = shareOf(job, watch.settings.kind === 'topic' ? watch.settings.shares : 1)
    if (share === null) {
      await endListener(runtime, job)
      return 'gone'
    }
    const { cause, patience = null } = jobActor(job)
    const next = (ms: number) => repeatJob(runtime.db, job, new Date(runtime.clock().getTime() + ms))
    try {
      const by = { occasion: { cause, patience }, holder: workerId, share }
      const { isMore } = await look(runtime, watch, by)
      await next(isMore ? 0 : watch.settings.everySeconds * 1000)
      return 'done'
    } catch (error) {
      const fault = faultOfLook(error)
      if (fault === null) throw error
      await writeState(runtime, watch, {
        ...{ holder: workerId, at: runtime.clock(), fault, waiting: null, waitingSince: null, seen: null },
      })
      await next(watch.settings.everySeconds * 1000)
      return 'failed'
    }
  },
  fail: async ({ runtime }, job, { message }) => {
    const { workplaceId, rootId: id, workerId } = job
    const now = runtime.clock()
    await writeState(
      runtime,
      { id, workplaceId },
      {
        ...{ holder: workerId, at: now, fault: message, waiting: null, waitingSince: null, seen: null },
      },
    )
    await notePullFailed(runtime, job, message)
    await repeatJob(runtime.db, job, new Date(now.getTime() + restMs))
  },
}

/**
 * Ends the job of a listener or a source that is disabled, or of a feed that was removed. Restoring or saving it orders another one;
 * if that happened in the meantime, the job runs again.
 */
async function endListener({ db, clock }: Runtime, job: ClaimedJob): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'external_listener_end',
        text: `delete from job where workplace_id = $1 and id = $2 and locked_by = $3 and not coalesce(data, '{}') ? 'isDueAgain'`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  await repeatJob(db, job, clock())
}
