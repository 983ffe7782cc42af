import { findFeed } from '../../operations/data-list-feeds/feed.ts'
import { failed, noteRun, runFeed } from '../../operations/data-list-feeds/run-feed.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobRequest } from '../job-actor.ts'
import type { ClaimedJob } from '../leases.ts'

/**
 * Runs the feed of a data list with the rights of the user who saved it last. A run that fails is noted in its log, and
 * the next one comes at its time. @returns milliseconds until the next run; null where there is no feed with a schedule.
 */
export async function runScheduledFeed(runtime: Runtime, job: ClaimedJob): Promise<number | null> {
  const { db, clock } = runtime
  const { workplaceId, id } = job
  const [feed, person] = await db.read({ workplaceId }, async (tx) => {
    const found = await findFeed(tx, workplaceId, { id })
    if (found === null) return [null, null] as const
    const [people] = await tx.batch([
      {
        name: 'data_list_feed_person',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and ${isUserOpen}`,
        values: [workplaceId, found.acts_as],
      },
    ])
    return [found, readUser(people)] as const
  })
  if (feed === null || feed.every_minutes === null || feed.needs_set_up) return null
  const done =
    person === null
      ? refuse(
          'right.missing',
          'Expected the user who saved the feed last, but they can no longer sign in. Save the feed as another user.',
        )
      : await runFeed({ db, clock, runtime }, jobRequest(job, atTime(person, clock())), {
          ...{ id: feed.data_list_id, isPreview: false, confirms: null, isScheduled: true },
        })
  // Nobody reads the answer of a job, so the log has the reason. A disabled list shows its own.
  if (done instanceof Refusal && done.code !== 'thing.disabled')
    await noteRun(
      runtime,
      { workplaceId, dataListId: feed.data_list_id },
      { ...failed(done.message), ...{ at: clock(), ms: 0, startedBy: null } },
    )
  return feed.every_minutes * 60_000
}
