import { type BatchKind, batchLimits } from '@millrace/contract'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hideWhile } from '../../platform/db/hide-while.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { batchOperation } from './batch-operation.ts'
import type { ActionOf } from './kinds/index.ts'
import { batchIsRunning } from './policy.ts'
import { jobStatement } from './statements.ts'

/** The action of a new batch, and the selection of its items. */
export interface BatchOrder<K extends BatchKind = BatchKind> {
  readonly kind: K
  readonly action: ActionOf<K>
  /**
   * The items, in the order in which they are processed: rows of `id`, `name` and `place`. Selected once, when the
   * batch is created.
   */
  readonly items: RawBuilder<unknown>
  /** The selection to show later: ids, or the query that found them. */
  readonly query?: unknown
  /** Why. */
  readonly reason?: string | null
  readonly tenantId?: string | null
  /** The cause of incidents that it is about. */
  readonly about?: string | null
  /** The refusal when the query finds nothing. Without it, a batch over nothing ends immediately. */
  readonly none?: () => Refusal
  /** Only counted, to be started or dropped. */
  readonly isDraft?: boolean
}

/**
 * Writes a batch with its job in the current transaction, in the name of the user. One statement finds the items, so
 * that they are a consistent selection and never pass through this process.
 *
 * @returns the id of the batch.
 */
export async function writeOrder<K extends BatchKind>(
  { db, clock, runtime }: OperationContext,
  request: Request,
  order: BatchOrder<K>,
): Promise<string | Refusal> {
  const { isDraft = false, none } = order
  const { workplaceId } = request
  const id = runtime.newId()
  const at = clock().toISOString()
  const ordered = await db.withTransaction(actorOf(request), async (tx) => {
    const refusal = await insert(tx, request, { ...order, id, at })
    if (refusal !== null) return refusal
    const count = await insertItems(tx, request, { ...order, id })
    if (count instanceof Refusal) return count
    // Last, because the batches that it locks are those that workers count what is done in.
    const tooMany = await refuseTooMany(tx, request, order)
    if (tooMany !== null) return tooMany
    if (count === 0 && none !== undefined) return none()
    if (isDraft) return id
    if (count === 0)
      await tx.batch([
        {
          name: 'batch_over_nothing',
          text: `update batch set state = 'done', ended_at = $3 where workplace_id = $1 and id = $2`,
          values: [workplaceId, id, at],
        },
      ])
    const log = batchOperation({ id, kind: order.kind, action: order.action }, count)
    const logged = log === null ? [] : [logOperation({ runtime, clock }, request, log)]
    await tx.commit([jobStatement({ workplaceId, id }, at), ...logged])
    return id
  })
  runtime.announceJobs()
  return ordered
}

/** The batch itself is among them. Drafts count: each holds its items. */
async function refuseTooMany(tx: Tx, { user, workplaceId }: Request, { kind }: BatchOrder): Promise<Refusal | null> {
  const most = kind === 'task-action' || kind === 'incident-retry' ? batchLimits.ofPerson : batchLimits.waiting
  const [rows] = await tx.batch([
    {
      name: 'batch_waiting',
      text: `select count(*) from (select from batch where workplace_id = $1 and user_id = $2 and state in ('waiting', 'draft') for update) w`,
      values: [workplaceId, user.id],
    },
  ])
  if (Number(rows?.[0]?.[0] ?? 0) <= most) return null
  return refuse(
    'batch.too-many',
    `Expected fewer than ${most} batches under way, but you have as many. Wait until one is done, or end one.`,
  )
}

async function insert(
  tx: Tx,
  { user, workplaceId }: Request,
  order: BatchOrder & { readonly id: string; readonly at: string },
): Promise<Refusal | null> {
  const { id, at, kind, action, query, reason = null, tenantId = null, about = null, isDraft = false } = order
  const [added] = await tx.batch([
    {
      name: 'batch_add',
      text: `insert into batch (workplace_id, id, user_id, created_by, kind, action, query, reason, tenant_id, state, total, created_at, about)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12) on conflict do nothing returning id`,
      values: [
        workplaceId,
        id,
        user.id,
        user.username,
        kind,
        JSON.stringify(action),
        query === undefined ? null : JSON.stringify(query),
        reason,
        tenantId,
        isDraft ? 'draft' : 'waiting',
        at,
        about,
      ],
    },
  ])
  if (added?.[0] !== undefined) return null
  return batchIsRunning()
}

/** @returns how many there are. */
async function insertItems(
  tx: Tx,
  request: Request,
  { id, items }: BatchOrder & { readonly id: string },
): Promise<number | Refusal> {
  const { workplaceId } = request
  const insertion = sql`insert into batch_item (workplace_id, batch_id, position, subject_id, name, state)
    select ${workplaceId}::uuid, ${id}::uuid, row_number() over (order by f.place), f.id, f.name, 'waiting' from (select * from (${items}) s order by s.place limit ${sql.lit(batchLimits.items + 1)}) f`
  // The number of items would tell a value that the query compares and the user does not see.
  await hideWhile(tx, request, () => tx.query({ compile: () => insertion.compile(kysely) }))
  const [counted] = await tx.batch([
    {
      name: 'batch_total',
      text: `update batch b set total = (select count(*) from batch_item i where i.workplace_id = $1 and i.batch_id = $2) where b.workplace_id = $1 and b.id = $2 returning total`,
      values: [workplaceId, id],
    },
  ])
  const count = Number(counted?.[0]?.[0] ?? 0)
  if (count <= batchLimits.items) return count
  return refuse(
    'batch.too-large',
    `Expected at most ${batchLimits.items.toLocaleString('en')} things, but more match. Narrow the filter, and do the others after that.`,
  )
}
