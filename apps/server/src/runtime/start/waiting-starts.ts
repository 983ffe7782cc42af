import type { PlainVariable } from '@millrace/engine'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../definitions/definitions.ts'
import type { InstanceStart } from '../execute/unit-of-work.ts'
import type { Runtime } from '../runtime.ts'

/** A start event of a newest version that waits for a message or signal. */
export interface WaitingStart {
  readonly subscriptionId: string
  readonly definitionId: string
  readonly startElementId: string
  /** The index of the definition in the start event. */
  readonly definitionIndex: number
  readonly tenantId: string | null
}

export interface EventStart {
  readonly businessKey: string | null
  readonly variables: readonly PlainVariable[]
}

/** The tenants of start events; undefined: all. */
export type TenantChoice = string | null | undefined

export interface NamedEvent {
  readonly kind: 'message' | 'signal'
  readonly name: string
  readonly tenant: TenantChoice
  /** The tenants to which the sender is limited, in addition to none; null: all. */
  readonly seesTenants?: readonly string[] | null
}

/**
 * Selects start events that wait for an event name, in the order of their deployment, without those of suspended
 * definitions.
 */
export async function selectWaitingStarts(tx: Tx, workplaceId: string, event: NamedEvent): Promise<WaitingStart[]> {
  const [rows] = await tx.batch([waitingStartsStatement(workplaceId, event)])
  return readWaitingStarts(rows)
}

export function waitingStartsStatement(
  workplaceId: string,
  { kind, name, tenant, seesTenants = null }: NamedEvent,
): Statement {
  return {
    name: 'subscription_waiting_start',
    text: `select s.id, s.definition_id, s.element_key, s.tenant_id, s.data ->> 'index' from subscription s
        join process_definition d on d.workplace_id = s.workplace_id and d.id = s.definition_id and not d.is_suspended
        where s.workplace_id = $1 and s.kind = $2 and s.name = $3 and ($4 or s.tenant_id is not distinct from $5)
          and ($6::text[] is null or s.tenant_id is null or s.tenant_id = any($6)) order by s.created_at, s.id`,
    values: [workplaceId, kind, name, tenant === undefined, tenant ?? null, seesTenants],
  }
}

export function readWaitingStarts(rows: ResultRows | undefined): WaitingStart[] {
  return (rows ?? []).map(([id, definitionId, startElementId, tenantId, index]) => ({
    subscriptionId: id as string,
    definitionId: definitionId as string,
    startElementId: startElementId as string,
    definitionIndex: Number(index ?? 0),
    tenantId: tenantId ?? null,
  }))
}

/** Returns the command that starts an instance by a waiting start event; null when its definition no longer exists. */
export async function findEventStart(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  waiting: WaitingStart,
  { businessKey, variables }: EventStart,
): Promise<InstanceStart | null> {
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: waiting.definitionId })
  if (definition === null) return null
  const { startElementId, definitionIndex: startDefinitionIndex, tenantId } = waiting
  const instanceId = runtime.newId()
  return {
    type: 'startInstance',
    definition,
    instanceId,
    businessKey,
    variables,
    startElementId,
    startDefinitionIndex,
    tenantId,
  }
}
