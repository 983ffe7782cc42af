import type { PlainVariable } from '@millrace/engine'
import { type RawBuilder, sql } from 'kysely'
import { intersect, isNowhere, isUnlimited, reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hideWhile } from '../../platform/db/hide-while.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { refuseConditions } from '../../platform/list/refuse-conditions.ts'
import { actorOf } from '../../runtime/actor.ts'
import { isNotWaiting } from '../../runtime/execute/send-signal.ts'
import { type Unit, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { rootsOf } from '../../runtime/load/load-rows.ts'
import { variableEquals } from '../../runtime/load/variable-equals.ts'
import {
  findEventStart,
  selectWaitingStarts,
  type TenantChoice,
  type WaitingStart,
} from '../../runtime/start/waiting-starts.ts'
import { type CommitExtras, caught, refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { findKey } from '../process-reference.ts'
import { withinTenants } from '../tenants/within-tenants.ts'
import { withinReach } from '../within-reach.ts'
import { refuseMessage, unmatched } from './policy.ts'

export interface Message {
  /** The name of the message; null: any message that is waited for. */
  readonly name: string | null
  readonly businessKey: string | null
  readonly instanceId: string | null
  readonly tenant: TenantChoice
  readonly correlationKeys: readonly PlainVariable[]
  readonly localCorrelationKeys: readonly PlainVariable[]
  readonly variables: readonly PlainVariable[]
  readonly localVariables: readonly PlainVariable[]
  /** Whether all waiting instances receive the message; otherwise exactly one has to wait for it. */
  readonly all: boolean
  /** Whether the message reaches only waiting executions, and no start event. */
  readonly startsNone?: boolean
}

/** The receiver of a message: an execution that waited, or a start event that created an instance. */
export type Receiver =
  | ({ readonly kind: 'execution' } & WaitingExecution)
  | { readonly kind: 'start'; readonly instanceId: string; readonly start: WaitingStart }

export interface WaitingExecution {
  readonly id: string
  readonly rootId: string
  readonly instanceId: string
  readonly executionId: string
  readonly tenantId: string | null
}

/**
 * Delivers a message to the one instance or start event that waits for it, or to all. It is one unit of work.
 *
 * @param read reads the data to return about the receivers, in the same transaction.
 */
export async function correlateMessage<T>(
  context: OperationContext,
  request: Request,
  message: Message,
  read: (tx: Tx, receivers: readonly Receiver[]) => Promise<T>,
  { alongside = [] }: CommitExtras = {},
): Promise<T | Refusal> {
  const compared = message.correlationKeys.length + message.localCorrelationKeys.length
  const refusal = refuseMessage(request.user) ?? refuseConditions(compared, context.runtime.budgets)
  if (refusal !== null) return refusal
  try {
    return await unitOfWork(context.runtime, actorOf(request), async (unit) => {
      const receivers = await deliver(context, request, unit, message)
      if (receivers instanceof Refusal) return receivers
      unit.write(...alongside)
      return read(unit.tx, receivers)
    })
  } catch (error) {
    return caught(error)
  }
}

/** A refusal rolls back everything before it. */
async function deliver(
  context: OperationContext,
  request: Request,
  unit: Unit,
  message: Message,
): Promise<Receiver[] | Refusal> {
  const { all, startsNone = false, correlationKeys, localCorrelationKeys } = message
  const { workplaceId, user } = request
  const select = () => selectWaiting(unit.tx, user, message)
  // A comparison with a value that is hidden would tell the value.
  const isComparing = correlationKeys.length + localCorrelationKeys.length > 0
  const waiting = await (isComparing ? hideWhile(unit.tx, request, select) : select())
  const starts = !startsNone && (all || waiting.length === 0) ? await selectStarts(unit.tx, user, message) : []
  if (!all && waiting.length + (waiting.length === 0 ? starts.length : 0) !== 1)
    return unmatched(waiting.length, starts.length)
  const ids = waiting.map(({ id }) => id)
  await unit.lock(rootsOf(workplaceId, 'subscription', ids))
  const receivers: Receiver[] = []
  for (const one of waiting) {
    const refusal = await trigger(unit, message, one)
    if (refusal !== null) return refusal
    receivers.push({ kind: 'execution', ...one })
  }
  for (const start of starts) {
    const started = await startOne(context, user, unit, message, start)
    if (started instanceof Refusal) return started
    receivers.push({ kind: 'start', instanceId: started, start })
  }
  return receivers
}

/** Selects the start events of processes that the user may start. */
async function selectStarts(tx: Tx, user: Person, { name, tenant }: Message): Promise<WaitingStart[]> {
  if (name === null) return []
  const reach = intersect(reachOf(user, 'events.send'), reachOf(user, 'instances.start'))
  if (isNowhere(reach)) return []
  const starts = await selectWaitingStarts(tx, user.workplaceId, {
    ...{ kind: 'message', name, tenant },
    seesTenants: user.seesTenants,
  })
  if (isUnlimited(reach)) return starts
  const keys = await Promise.all(
    starts.map(({ definitionId }) => findKey(tx, user, { kind: 'process', id: definitionId })),
  )
  return starts.filter((_, index) => reaches(reach, keys[index] ?? null))
}

/** Ordered by root, so that two messages at once lock in the same order. */
async function selectWaiting(tx: Tx, user: Person, message: Message): Promise<WaitingExecution[]> {
  const { workplaceId } = user
  const { name, businessKey, instanceId, tenant, correlationKeys, localCorrelationKeys } = message
  const conditions = [
    sql`s.workplace_id = ${workplaceId}::uuid and s.kind = 'message' and not i.is_suspended`,
    ...(name === null ? [] : [sql`s.name = ${name}`]),
    ...(businessKey === null ? [] : [sql`i.business_key = ${businessKey}`]),
    ...(instanceId === null ? [] : [sql`i.id = ${instanceId}::uuid`]),
    ...(tenant === undefined ? [] : [sql`i.tenant_id is not distinct from ${tenant}`]),
    ...correlationKeys.map((key) => hasVariable(sql`v.scope_id = i.id`, key)),
    ...localCorrelationKeys.map((key) => hasVariable(sql`v.scope_id = s.element_id`, key)),
    ...withinReach(
      reachOf(user, 'events.send'),
      sql`(select d.key from process_definition d where d.workplace_id = i.workplace_id and d.id = i.definition_id)`,
    ),
    ...withinTenants(user, sql`i.tenant_id`),
  ]
  const query = sql<WaitingExecution>`select s.id, s.root_id as "rootId", s.instance_id as "instanceId", s.execution_id as "executionId", i.tenant_id as "tenantId"
    from subscription s join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id where ${sql.join(conditions, sql` and `)} order by s.root_id, s.id`
  return tx.query<WaitingExecution>({ compile: () => query.compile(kysely) })
}

function hasVariable(scope: RawBuilder<unknown>, { name, value }: PlainVariable): RawBuilder<unknown> {
  return sql`exists (select 1 from variable v where v.workplace_id = s.workplace_id and v.root_id = s.root_id and ${scope} and v.name = ${name} and ${variableEquals(value)})`
}

async function trigger(
  unit: Unit,
  { variables, localVariables, all }: Message,
  { id }: WaitingExecution,
): Promise<Refusal | null> {
  const command = { type: 'triggerSubscription', subscriptionId: id, variables, localVariables } as const
  const answer = await unit.execute({ by: 'subscription', id }, command)
  if (answer.ok || (isNotWaiting(answer) && all)) return null
  return refusalOf(answer, () => unmatched(0, 0))
}

/** @returns the id of the new instance. */
async function startOne(
  { runtime }: OperationContext,
  user: Person,
  unit: Unit,
  { businessKey, variables, localVariables }: Message,
  start: WaitingStart,
): Promise<string | Refusal> {
  const event = { businessKey, variables: [...variables, ...localVariables] }
  const command = await findEventStart(runtime, unit.tx, user.workplaceId, start, event)
  if (command === null) return unmatched(0, 0)
  const answer = await unit.start(command)
  return answer.ok ? command.instanceId : refusalOf(answer, () => unmatched(0, 0))
}
