import { type FeedFields, feedFields } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { runSql } from '../../../platform/list/sql.ts'
import { findFeed } from '../../data-list-feeds/feed.ts'
import { saveFeed } from '../../data-list-feeds/save-feed.ts'
import { dataListRecord } from '../../data-lists/data-list.ts'
import { refuseListKeeper } from '../../data-lists/policy.ts'
import { noSuch } from '../../records/find-record.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, findId, hasKey, type ItemRow, present } from './columns.ts'

const content = feedFields.extend({
  /** Key of the data list, twice: it has no other name. */
  key: z.string().min(1).max(255),
  name: z.string().min(1).max(255),
})

/**
 * The kind of package item for feeds of data lists. After an import, a new feed does not run on its schedule until
 * somebody has saved it, and it runs with the permissions of that user from then on.
 */
export const feed = definePackageKind<z.output<typeof content>>({
  one: 'a feed of a data list',
  content,
  files: {},
  canRename: false,
  refuse: (user) => refuseListKeeper(user, null),
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & FeedFields>(
      tx,
      sql`select f.id, d.key, d.key as name, d.is_disabled, extract(epoch from f.updated_at)::text as stamp, f.adapter, f.mode,
          f.every_minutes as "everyMinutes", f.threshold_percent as "thresholdPercent"
        from data_list_feed f join data_list d on d.workplace_id = f.workplace_id and d.id = f.data_list_id
        where f.workplace_id = ${workplaceId} and ${hasKey(sql`d.key`, keys)} order by d.key`,
    )
    return rows.map((row) => {
      const { key, name, adapter, mode, everyMinutes, thresholdPercent } = row
      const fields = { adapter, mode, everyMinutes, thresholdPercent }
      return { kind: 'feed' as const, ...present(row), content: { key, name, ...fields } }
    })
  },
  owners: ({ key, adapter }) => [
    { kind: 'dataList', key },
    { kind: 'adapter', key: adapter },
  ],
  async write(context, request, { item }) {
    const { key, name: _, ...fields } = item.content
    const { workplaceId } = request
    const id = await findId(context.tx, workplaceId, { table: 'data_list', column: 'key', value: key })
    if (id === null) return noSuch(dataListRecord)
    const refusal = await saveFeed(context, request, { id, ...fields, needsSetUp: true })
    if (refusal !== null) return refusal
    const saved = await findFeed(context.tx, workplaceId, { dataListId: id })
    if (saved === null) throw new Error(`Expected the feed of ${id} that was just written, but it is not there.`)
    return saved.id
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'data_list_feed', id }),
})
