import type { BatchRow as BatchAnswer, BatchKind, BatchState } from '@millrace/contract'
import { batchList } from '@millrace/contract/lists/batches'
import { sql } from 'kysely'
import { ownBatchesOf } from '../../operations/batches/policy.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { isAnyChoice } from '../../platform/list/ask-list.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export interface BatchRow {
  readonly id: string
  readonly kind: BatchKind
  readonly state: BatchState
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly reason: string | null
  readonly created_by: string | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

const states = {
  waiting: sql`(b.state = 'waiting' and not b.is_suspended)`,
  paused: sql`(b.state = 'waiting' and b.is_suspended)`,
  failed: sql`(b.state = 'done' and b.failed > 0)`,
  done: sql`(b.state = 'done' and b.failed = 0)`,
  cancelled: sql`b.state = 'cancelled'`,
} satisfies Record<BatchState, Sql>

/** The selected columns of rows `b`. */
export const batchColumns: Sql = sql`b.id, b.kind, b.total, b.done, b.failed, b.reason, b.created_by, b.created_at, b.ended_at,
  case when b.state = 'waiting' then case when b.is_suspended then 'paused' else 'waiting' end when b.state = 'done' and b.failed > 0 then 'failed' else b.state end as state`

/** Batches that operators keep. */
const isKept: Sql = sql`b.kind <> 'task-action' and b.state <> 'draft'`

/** Returns the condition for the batches that a user may see: those of all users, or their own. */
export function isSeenBy(user: Person): Sql {
  const own = ownBatchesOf(user)
  return own === null ? isKept : sql`${isKept} and b.user_id = ${own}::uuid`
}

/** The source of the list of batches. Ids follow the time of creation, so an index serves the default order. */
export const batchSource: ListSource<typeof batchList, BatchRow, BatchAnswer> = defineSource({
  list: batchList,
  columns: batchColumns,
  from: () => sql`batch b`,
  where: ({ user }) => [sql`b.workplace_id = ${user.workplaceId}`, isSeenBy(user)],
  keys: { started: { sql: sql`b.id`, type: 'id' } },
  id: { sql: sql`b.id`, type: 'id' },
  filters: {
    state: (filter) => isAnyChoice(filter, states),
    kind: sql`b.kind`,
    mine: ({ values: [wanted] }, { user }) =>
      wanted === 'true' ? sql`b.created_by = ${user.username}` : sql`b.created_by is distinct from ${user.username}`,
    instance: ({ values: [id = ''] }, { user }) =>
      isUuid(id)
        ? sql`b.id = any(array(select i.batch_id from batch_item i where i.workplace_id = ${user.workplaceId} and i.subject_id = ${id}::uuid))`
        : sql`false`,
    started: sql`b.created_at`,
  },
  present: (rows, { tx, user }) => presentBatches(tx, user, rows),
})

export async function presentBatches(tx: Tx, user: Person, rows: readonly BatchRow[]): Promise<BatchAnswer[]> {
  const people = await readPeople(
    tx,
    user.workplaceId,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map(({ created_by, created_at, ended_at, ...row }) => ({
    ...row,
    left: row.total - row.done - row.failed,
    startedBy: people.find(created_by),
    startedAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }))
}
