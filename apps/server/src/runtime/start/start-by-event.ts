import { type Event, noRows, type PlainVariable } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../definitions/definitions.ts'
import { saveOutcome } from '../execute/execute-command.ts'
import { type Decided, runUntilDecided } from '../execute/run-until-decided.ts'
import type { Runtime } from '../runtime.ts'

/** A start event of a newest version that waits for a message or signal. */
export interface WaitingStart {
  readonly subscriptionId: string
  readonly definitionId: string
  readonly startElementId: string
  /** Which of the definitions of the event it is. */
  readonly definitionIndex: number
  readonly tenantId: string | null
}

export interface EventStart {
  readonly businessKey: string | null
  readonly variables: readonly PlainVariable[]
}

/** Tenants whose start events are meant; undefined for all. */
export type TenantChoice = string | null | undefined

/** Start events that wait for a name, in the order of their deployment. Those of suspended definitions do not. */
export async function selectWaitingStarts(
  tx: Tx,
  workplaceId: string,
  kind: 'message' | 'signal',
  name: string,
  tenant: TenantChoice,
): Promise<WaitingStart[]> {
  const [rows] = await tx.batch([
    {
      name: 'subscription_waiting_start',
      text: `select s.id, s.definition_id, s.element_key, s.tenant_id, s.data ->> 'index' from subscription s
        join process_definition d on d.workplace_id = s.workplace_id and d.id = s.definition_id and not d.is_suspended
        where s.workplace_id = $1 and s.kind = $2 and s.name = $3 and s.root_id is null and ($4 or s.tenant_id is not distinct from $5) order by s.created_at, s.id`,
      values: [workplaceId, kind, name, tenant === undefined, tenant ?? null],
    },
  ])
  return (rows ?? []).map(([id, definitionId, startElementId, tenantId, index]) => ({
    subscriptionId: id as string,
    definitionId: definitionId as string,
    startElementId: startElementId as string,
    definitionIndex: Number(index ?? 0),
    tenantId: tenantId ?? null,
  }))
}

export interface StartedByEvent {
  readonly instanceId: string
  readonly outcome: Decided
  readonly events: readonly Event[]
}

/** Starts an instance by one of them, in a transaction that has more to do. Saves it when it came to be. */
export async function startByEvent(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  waiting: WaitingStart,
  { businessKey, variables }: EventStart,
): Promise<StartedByEvent | null> {
  const definition = await getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: waiting.definitionId })
  if (definition === null) return null
  const instanceId = runtime.newId()
  const { startElementId, definitionIndex: startDefinitionIndex, tenantId } = waiting
  const outcome = await runUntilDecided(
    runtime,
    actor,
    tx,
    { rootId: instanceId, ...noRows },
    {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey,
      variables,
      startElementId,
      startDefinitionIndex,
      tenantId,
    },
  )
  if (outcome.kind === 'done') await tx.batch(saveOutcome(runtime, actor, outcome))
  return { instanceId, outcome, events: outcome.kind === 'done' ? outcome.events : [] }
}
