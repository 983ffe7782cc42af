import type { DataListFeed, FeedRun } from '@millrace/contract'
import { feedLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { findFeed, type StoredFeedRun } from '../../operations/data-list-feeds/feed.ts'
import { dataListRecord, findDataList } from '../../operations/data-lists/data-list.ts'
import { refuseListKeeper } from '../../operations/data-lists/policy.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Returns the feed of a data list with its last runs. */
export function getFeed(db: Database, request: Request, id: string): Promise<DataListFeed | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const refusal = refuseListKeeper(request.user, id)
    if (refusal !== null) return refusal
    const list = await findDataList(tx, workplaceId, id)
    if (list === null) return noSuch(dataListRecord)
    const feed = await findFeed(tx, workplaceId, { dataListId: list.id })
    const runs = await runSql<StoredFeedRun>(
      tx,
      sql`select id, at, ms, outcome, rows, added, changed, removed, message, started_by from data_list_feed_run
        where workplace_id = ${workplaceId} and data_list_id = ${list.id} order by at desc, id desc limit ${feedLimits.runs}`,
    )
    const people = await readPeople(tx, workplaceId, [feed?.updated_by ?? null, ...runs.map((run) => run.started_by)])
    return {
      feed:
        feed === null
          ? null
          : {
              adapter: feed.adapter,
              mode: feed.mode,
              everyMinutes: feed.every_minutes,
              thresholdPercent: feed.threshold_percent,
              updatedAt: feed.updated_at.toISOString(),
              updatedBy: people.find(feed.updated_by),
              needsSetUp: feed.needs_set_up,
            },
      runs: runs.map(
        ({ started_by, at, ...run }): FeedRun => ({
          ...run,
          at: at.toISOString(),
          startedBy: people.find(started_by),
        }),
      ),
    }
  })
}

/** Returns one run of a feed. */
export async function getFeedRun(
  db: Database,
  request: Request,
  { id, runId }: { readonly id: string; readonly runId: string },
): Promise<FeedRun | Refusal> {
  const feed = await getFeed(db, request, id)
  if (feed instanceof Refusal) return feed
  const run = feed.runs.find((one) => one.id === runId)
  return run ?? noSuch(dataListRecord)
}
