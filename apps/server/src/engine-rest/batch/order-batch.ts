import type { BatchKind } from '@millrace/contract'
import { sql } from 'kysely'
import type { BatchSubject } from '../../operations/batches/batch-kind.ts'
import { type ActionOf, kinds } from '../../operations/batches/kinds/index.ts'
import { orderBatch as orderMany } from '../../operations/batches/order-batch.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, type RestRefusal } from '../http/rest-refusal.ts'
import type { Sql } from '../query/filters.ts'
import { findRow } from '../query/list-query.ts'
import { batchQuery } from './batch-query.ts'
import { nothing, type Targets } from './targets.ts'

export interface Order<K extends BatchKind> {
  readonly kind: K
  readonly action: ActionOf<K>
  readonly targets: Targets
  readonly reason?: string | null
  readonly tenantId?: string | null
  /** The refusal when the query finds nothing. */
  readonly none: RestRefusal
}

/** Orders a batch and returns it as Camunda shows it. */
export async function orderBatch<K extends BatchKind>(call: Call, order: Order<K>): Promise<unknown> {
  const { kind, action, targets, reason = null, tenantId = null, none } = order
  const { workplaceId } = call.actor
  const id = orThrow(
    await orderMany(call.context, call.request, {
      kind,
      action,
      reason,
      tenantId,
      query: targets.asked,
      items: withNames(workplaceId, kinds[kind].subject, targets.ids ?? nothing),
      none: () => refuse('batch.empty', none.message),
    }),
    { answers: { 'batch.empty': () => none, 'batch.too-large': ({ message }) => invalid(message) } },
  )
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, batchQuery, call.request, sql`b.id = ${id}::uuid`),
  )
  return row
}

/** The things with what people know them by. Ids go by time: what is older comes first. */
function withNames(workplaceId: string, subject: BatchSubject, ids: Sql): Sql {
  const [names, name] = sources[subject] ?? [null, null]
  if (names === null) return sql`select t.id, t.id::text as name, t.id as place from (${ids}) t`
  return sql`select t.id, coalesce(n.name, t.id::text) as name, t.id as place from (${ids}) t
    left join lateral (select ${name} as name from ${names} where x.workplace_id = ${workplaceId}::uuid and x.id = t.id limit 1) n on true`
}

const titleOf = sql`coalesce(x.title, nullif(trim(x.business_key), ''))`
const instances = sql`(select workplace_id, id, title, business_key from instance union all select workplace_id, id, title, business_key from history_instance) x`
const sources: Partial<Record<BatchSubject, readonly [Sql, Sql]>> = {
  instance: [instances, titleOf],
  job: [sql`job x`, sql`x.element_key`],
  externalTask: [sql`external_task x`, sql`x.topic`],
}
