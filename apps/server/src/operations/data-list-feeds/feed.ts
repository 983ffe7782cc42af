import type { FeedFields, FeedRun } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type Adapter, isForForms, listRequired } from '../../runtime/look-ups/adapter.ts'
import type { StoredDataList } from '../data-lists/data-list.ts'

export interface StoredFeed {
  readonly id: string
  readonly data_list_id: string
  readonly adapter: string
  readonly mode: FeedFields['mode']
  readonly every_minutes: number | null
  readonly threshold_percent: number
  readonly acts_as: string
  readonly needs_set_up: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

export interface StoredFeedRun {
  readonly id: string
  readonly at: Date
  readonly ms: number
  readonly outcome: FeedRun['outcome']
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly message: string | null
  readonly started_by: string | null
}

/** Finds the feed of a data list, by the list or by its own id. */
export async function findFeed(
  tx: Tx,
  workplaceId: string,
  by: { readonly dataListId: string } | { readonly id: string },
): Promise<StoredFeed | null> {
  const id = 'id' in by ? by.id : by.dataListId
  if (!isUuid(id)) return null
  const [row] = await runSql<StoredFeed>(
    tx,
    sql`select * from data_list_feed where workplace_id = ${workplaceId} and ${'id' in by ? sql`id` : sql`data_list_id`} = ${id}`,
  )
  return row ?? null
}

/** Checks that an adapter can feed a data list. Returns null if so, otherwise a refusal. */
export function refuseFeed(list: Pick<StoredDataList, 'columns' | 'name'>, adapter: Adapter | null): Refusal | null {
  if (!list.columns.some(({ isKey }) => isKey))
    return invalidFeed('adapter', `Expected a key column in “${list.name}”, but it has none. Mark one in its columns.`)
  if (adapter === null)
    return invalidFeed('adapter', 'Expected an existing adapter, but no adapter has this key. Choose another adapter.')
  if (adapter.disabled !== null)
    return invalidFeed('adapter', `Expected an enabled adapter, but ${adapter.disabled} is disabled.`)
  if (!isForForms(adapter.settings))
    return invalidFeed('adapter', 'Expected an adapter that only reads, but this one changes something.')
  const [required] = listRequired(adapter.settings)
  return required === undefined
    ? null
    : invalidFeed('adapter', `Expected an adapter without required parameters, but this one needs “${required}”.`)
}

export function noFeed(): Refusal {
  return refuse('thing.not-found', 'Expected a data list with a feed, but it has none. Save one first.')
}

function invalidFeed(where: string, message: string): Refusal {
  return refuse('data-list.invalid', message, [{ where, message }])
}
