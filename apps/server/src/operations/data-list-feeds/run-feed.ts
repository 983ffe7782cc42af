import { afterParameter, dataListLimits, type FeedRun, feedLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { ReadRowsFile } from '../../runtime/data-lists/read-rows-file.ts'
import { type Adapter, findAdapter } from '../../runtime/look-ups/adapter.ts'
import { pagingOf, readNext } from '../../runtime/look-ups/page-statement.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { dataListRecord, findDataList, type StoredDataList } from '../data-lists/data-list.ts'
import { versionStatements } from '../data-lists/data-list-version.ts'
import { writeFile } from '../data-lists/import-rows.ts'
import { refuseListKeeper } from '../data-lists/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { loadRecord, refuseChange } from '../records/load-record.ts'
import { findFeed, noFeed, refuseFeed, type StoredFeed } from './feed.ts'
import { findTooMuchLoss, isConfirmedBy } from './hold-feed.ts'
import { rowsAsCsv } from './rows-as-csv.ts'

export interface FeedOrder {
  /** The id of the data list. */
  readonly id: string
  /** Only counts what would change. */
  readonly isPreview: boolean
  /** The id of a held run whose removals are confirmed, however many there are. */
  readonly confirms: string | null
  /** Whether the schedule started the run, and not a user. */
  readonly isScheduled: boolean
}

/** The result of a run. */
type Ended = Pick<FeedRun, 'outcome' | 'rows' | 'added' | 'changed' | 'removed' | 'message'> & {
  /** Digest of the rows and cells that a held run would have removed. */
  readonly loss?: string
}

const nothing = { rows: 0, added: 0, changed: 0, removed: 0 } as const

/**
 * Reads the adapter of a feed, and writes its rows as the next version of the data list: all or none. A run that would
 * remove more rows, or empty more cells of a column, than permitted changes nothing and waits for a confirmation: an answer that shrank is often a fault of
 * the other side. @returns the id of the run in the log.
 */
export async function runFeed(
  context: OperationContext,
  request: Request,
  order: FeedOrder,
): Promise<string | Refusal> {
  const { db, runtime } = context
  const { workplaceId, user } = request
  const refusal = refuseListKeeper(user, order.id)
  if (refusal !== null) return refusal
  const known = await db.read(request, async (tx) => {
    const list = await findDataList(tx, workplaceId, order.id)
    if (list === null) return noSuch(dataListRecord)
    const unfit = refuseChange(user, dataListRecord, { ref: list.id, row: list })
    if (unfit !== null) return unfit
    const feed = await findFeed(tx, workplaceId, { dataListId: list.id })
    if (feed === null) return noFeed()
    return { list, feed, adapter: await findAdapter(tx, workplaceId, { key: feed.adapter }) }
  })
  if (known instanceof Refusal) return known
  const startedAt = performance.now()
  const at = context.clock()
  const ended = await carryOut(context, request, order, known)
  return noteRun(
    runtime,
    { workplaceId, dataListId: known.list.id },
    {
      ...ended,
      at,
      ms: Math.round(performance.now() - startedAt),
      startedBy: order.isScheduled ? null : user.username,
    },
  )
}

interface NotedRun extends Ended {
  readonly at: Date
  readonly ms: number
  /** Null: the schedule. */
  readonly startedBy: string | null
}

/** Writes a run into the log of its feed. @returns its id. */
export async function noteRun(
  { db, newId }: Pick<Runtime, 'db' | 'newId'>,
  { workplaceId, dataListId }: { readonly workplaceId: string; readonly dataListId: string },
  ended: NotedRun,
): Promise<string> {
  const id = newId()
  await db.withTransaction(systemActor(workplaceId, 'log of feeds'), (tx) =>
    tx.commit([
      {
        name: 'data_list_feed_run_add',
        text: `insert into data_list_feed_run (workplace_id, id, data_list_id, at, ms, outcome, rows, added, changed, removed, message, started_by, loss)
          select $1, $2, f.data_list_id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 from data_list_feed f where f.workplace_id = $1 and f.data_list_id = $3`,
        values: [
          ...[workplaceId, id, dataListId, ended.at.toISOString(), ended.ms, ended.outcome],
          ...[ended.rows, ended.added, ended.changed, ended.removed, ended.message?.toWellFormed() ?? null],
          ...[ended.startedBy, ended.loss ?? null],
        ],
      },
      {
        name: 'data_list_feed_run_trim',
        text: `delete from data_list_feed_run where workplace_id = $1 and data_list_id = $2 and id in (
          select id from data_list_feed_run where workplace_id = $1 and data_list_id = $2 order by at desc, id desc offset $3)`,
        values: [workplaceId, dataListId, feedLimits.runs],
      },
    ]),
  )
  return id
}

interface Known {
  readonly list: StoredDataList
  readonly feed: StoredFeed
  readonly adapter: Adapter | null
}

async function carryOut(
  context: OperationContext,
  request: Request,
  order: FeedOrder,
  { list, feed, adapter }: Known,
): Promise<Ended> {
  const unfit = refuseFeed(list, adapter)
  if (unfit !== null || adapter === null) return failed(unfit?.message ?? '')
  const read = await readAdapter(context, list, adapter)
  if (typeof read === 'string') return failed(read)
  if (!read.ok) return failed(read.message)
  const [fault] = read.faults
  if (read.faultyRows > 0)
    return {
      ...failed(
        `Expected rows that fit the columns, but ${read.faultyRows} do not. Row ${(fault?.line ?? 1) - 1}: ${fault?.message ?? ''}`,
      ),
      rows: read.rows,
    }
  return write(context, request, { order, feed, seen: list, read, source: adapter.name })
}

/** @returns why there are no rows. */
async function readAdapter(
  { runtime }: OperationContext,
  { workplace_id: owner, columns }: StoredDataList,
  adapter: Adapter,
): Promise<ReadRowsFile | string> {
  try {
    const { settings } = adapter
    const hasPages = settings.kind === 'sql' && pagingOf(settings) !== null
    const found = hasPages ? await readPages(runtime, adapter) : await readOnce(runtime, adapter)
    if (typeof found === 'string') return found
    const input = { bytes: rowsAsCsv(found.columns, found.rows), columns }
    return orRefusal(await inThread(runtime, { kind: 'readRowsFile', input, owner, time: readTime(runtime) }))
  } catch (error) {
    if (error instanceof OutgoingFailure || error instanceof Refusal) return error.message
    throw error
  }
}

interface FoundRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

const call = { parameters: {}, idempotencyKey: null, secrets: [], origin: 'feed' } as const
const noRows = 'Expected rows as the answer of the adapter, but there are none. Test the adapter.'

async function readOnce({ lookUps }: Runtime, adapter: Adapter): Promise<FoundRows | string> {
  // One row more than the limit shows that the answer has more rows than the adapter returns.
  const { rowLimit } = adapter.settings
  const settings = { ...adapter.settings, rowLimit: rowLimit + 1 }
  const { failure, columns, rows } = await lookUps.call({ ...adapter, settings }, call)
  if (failure !== null) return failure.message
  if (columns === null || rows === null) return noRows
  return rows.length > rowLimit
    ? `Expected at most ${rowLimit} rows, as the adapter permits, but there are more. Nothing was changed. Increase the maximum number of rows of the adapter.`
    : { columns, rows }
}

/** Reads all pages of an SQL adapter. */
async function readPages({ lookUps }: Runtime, adapter: Adapter): Promise<FoundRows | string> {
  const all: (readonly (string | null)[])[] = []
  for (let after: string | null = ''; ; ) {
    const { failure, columns, rows, body } = await lookUps.call(adapter, {
      ...call,
      parameters: after === '' ? {} : { [afterParameter]: after },
    })
    if (failure !== null) return failure.message
    if (columns === null || rows === null) return noRows
    all.push(...rows)
    if (all.length > dataListLimits.rows)
      return `Expected at most ${dataListLimits.rows} rows, as a data list can have, but there are more. Nothing was changed.`
    after = readNext(body)
    if (after === null) return { columns, rows: all }
  }
}

interface Writing {
  readonly order: FeedOrder
  readonly feed: StoredFeed
  readonly seen: StoredDataList
  readonly read: ReadRowsFile & { readonly ok: true }
  readonly source: string
}

async function write(
  { db, clock }: OperationContext,
  request: Request,
  { order, feed, seen, read, source }: Writing,
): Promise<Ended> {
  const { user } = request
  return db.withTransaction(actorOf(request), async (tx): Promise<Ended> => {
    const list = await loadRecord(tx, user, dataListRecord, seen.id, { lock: true })
    if (list instanceof Refusal) return failed(list.message)
    if (JSON.stringify(list.columns) !== JSON.stringify(seen.columns))
      return failed('Expected the columns of the list to be unchanged, but somebody has changed them in the meantime.')
    const { counts, loss } = await writeFile(tx, list, { read, mode: feed.mode })
    const rowCount = list.row_count + counts.added - counts.removed
    const done = { rows: read.rows, ...counts, message: null }
    const undo = async (ended: Ended) => {
      await tx.rollback()
      return ended
    }
    if (rowCount > dataListLimits.rows)
      return undo(
        failed(`Expected at most ${dataListLimits.rows} rows in a data list, but there would be ${rowCount}.`),
      )
    if (order.isPreview) return undo({ ...done, outcome: 'previewed' })
    if (!(await isConfirmedBy(tx, list, { runId: order.confirms, loss }))) {
      const message = await findTooMuchLoss(tx, list, feed, { removed: counts.removed, loss })
      if (message !== null) return undo({ ...done, outcome: 'held', message, loss: loss.digest })
    }
    if (counts.added + counts.changed + counts.removed === 0) return undo({ ...done, outcome: 'unchanged' })
    await tx.commit(
      versionStatements(list, user, {
        ...{ columns: list.columns, rowCount, ...counts },
        ...{ source: source.slice(0, 255), at: clock() },
      }),
    )
    return { ...done, outcome: 'changed' }
  })
}

/** Returns the result of a run that changed nothing. */
export function failed(message: string): Ended {
  return { ...nothing, outcome: 'failed', message }
}
