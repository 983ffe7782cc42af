import {
  type BatchKind,
  type BodyOf,
  type batchCalls,
  batchLimits,
  type InstancesDeed,
  type ListQuery,
  processCalls,
} from '@millrace/contract'
import { sql } from 'kysely'
import { beginBatch } from '../../operations/batches/begin-batch.ts'
import { keepVariables } from '../../operations/batches/kinds/variables.ts'
import { prepareBatch } from '../../operations/batches/prepare-batch.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { readWrittenValue } from '../../operations/variables/read-written-value.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { createAsk } from '../../platform/list/ask-list.ts'
import { keyedSql } from '../../platform/list/read-list.ts'
import { prepareSource } from '../../platform/list/source.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { readDays } from '../../runtime/variable-columns/read-days.ts'
import { createAllSource } from './list-instances.ts'

const kinds = {
  cancel: 'instance-deletion',
  suspend: 'instance-update-suspension-state',
  activate: 'instance-update-suspension-state',
  retry: 'instance-retry',
  setVariable: 'set-variables',
} as const satisfies Record<InstancesDeed['kind'], BatchKind>

/** Finds and counts running instances that something is to be done to. */
export async function prepareInstances(
  context: OperationContext,
  request: Request,
  { kind, selection }: BodyOf<typeof batchCalls.prepare>,
): Promise<{ readonly id: string; readonly total: number; readonly expiresAt: string } | Refusal> {
  const items = 'ids' in selection ? byIds(request, selection.ids) : await byQuery(context, request, selection.query)
  if (items instanceof Refusal) return items
  const id = await prepareBatch(context, request, { kind: kinds[kind], items, query: selection })
  if (id instanceof Refusal) return id
  const [row] = await context.db.read(request, (tx) =>
    runSql<{ total: number }>(
      tx,
      sql`select total from batch where workplace_id = ${request.workplaceId}::uuid and id = ${id}::uuid`,
    ),
  )
  return { id, total: row?.total ?? 0, expiresAt: new Date(context.clock().getTime() + 3_600_000).toISOString() }
}

/** Begins what was counted. Null when it is done. */
export async function beginInstances(
  context: OperationContext,
  request: Request,
  { id, deed, reason }: { readonly id: string; readonly deed: InstancesDeed; readonly reason: string | null },
): Promise<Refusal | null> {
  const kept = deedOf(deed, reason)
  if (kept instanceof Refusal) return kept
  return beginBatch(context, request, { id, kind: kinds[deed.kind], deed: kept, reason: reason || null })
}

function deedOf(deed: InstancesDeed, reason: string | null): object | Refusal {
  switch (deed.kind) {
    case 'cancel':
      return { reason: reason || null, skipsListeners: deed.skipsListeners, skipsIoMappings: deed.skipsIoMappings }
    case 'suspend':
    case 'activate':
      return { isSuspended: deed.kind === 'suspend' }
    case 'retry':
      return {}
    case 'setVariable': {
      const value = readWrittenValue(deed.type, deed.text)
      return value instanceof Refusal ? value : keepVariables([{ name: deed.name, value }])
    }
  }
}

const nameOf = sql`coalesce(i.title, nullif(trim(i.business_key), ''), i.id::text)`

function byIds({ workplaceId }: Request, given: readonly string[]): Sql {
  const ids = [...new Set(given)].filter(isUuid)
  return sql`select i.id, ${nameOf} as name, c.place from unnest(${ids}::uuid[]) with ordinality as c (id, place) join instance i on i.workplace_id = ${workplaceId}::uuid and i.id = c.id`
}

/** All running ones that the list shows, in its order: exactly those, or a refusal. */
async function byQuery(
  { db, runtime }: OperationContext,
  request: Request,
  given: Readonly<Record<string, string>>,
): Promise<Sql | Refusal> {
  const narrowed = processCalls.allCount.query.safeParse(given)
  if (!narrowed.success)
    return refuse('request.invalid', 'Expected filters of this list, but there are others. Load the page again.')
  const asked = narrowed.data as ListQuery
  const query = { ...asked, filters: readDays(asked.filters, runtime.zone), size: batchLimits.items }
  const { user } = request
  return db.read(request, async (tx) => {
    const source = await prepareSource(createAllSource(runtime), query, { tx, user })
    const ask = createAsk(source, { user, query, limit: batchLimits.items })
    const [row] = await runSql<{ cut: boolean }>(tx, sql`select ${source.isCutOff?.(ask) ?? sql`false`} as cut`)
    if (row?.cut === true)
      return refuse(
        'batch.too-large',
        'Expected a filter that finds all of its instances, but this one has looked at some only. Narrow it by process or time, and try again.',
      )
    const rows = keyedSql(user, source, { query, bound: null, isBackwards: false })
    return sql`select i.id, ${nameOf} as name, i.place from (select k.*, row_number() over () as place from (${rows}) k) i where i.ended_at is null`
  })
}
