import type { EventDefinition, ExpressionText, ProcessModel, StartEvent } from '@millrace/bpmn'
import type { Statement } from '../platform/db/batch.ts'
import type { Deployed, DeployedProcess } from './deploy.ts'
import type { Runtime } from './runtime.ts'
import { startTimerStatement } from './start-timers.ts'

/**
 * What the start events of new versions wait for. Messages, timers and conditions of the versions before stop waiting:
 * only the newest version is started by an event.
 */
export function startEventStatements(runtime: Runtime, workplaceId: string, deployed: Deployed): Statement[] {
  return deployed.processes.flatMap((process) => [
    ...closeStatements(workplaceId, deployed, process.model.id),
    ...listTopStarts(process.model).flatMap((start) =>
      start.definitions
        .map((definition, index) => openStatement(runtime, workplaceId, deployed, process, start, definition, index))
        .filter((one) => one !== null),
    ),
  ])
}

/** Start events of the process itself, in document order. */
export function listTopStarts(model: ProcessModel): StartEvent[] {
  return Object.values(model.elements).filter(
    (element): element is StartEvent => element.type === 'startEvent' && element.scopeId === model.id,
  )
}

function closeStatements(workplaceId: string, { tenantId }: Deployed, key: string): Statement[] {
  const older = `definition_id in (select id from process_definition where workplace_id = $1 and key = $2 and coalesce(tenant_id, '') = coalesce($3, ''))`
  return ['subscription', 'job'].map((table) => ({
    name: `${table}_close_start`,
    text: `delete from ${table} where workplace_id = $1 and root_id is null and ${older}`,
    values: [workplaceId, key, tenantId],
  }))
}

function openStatement(
  runtime: Runtime,
  workplaceId: string,
  { tenantId, deployedAt }: Deployed,
  { id: definitionId }: DeployedProcess,
  start: StartEvent,
  definition: EventDefinition,
  index: number,
): Statement | null {
  if (definition.kind === 'message' || definition.kind === 'signal' || definition.kind === 'conditional') {
    const name = definition.kind === 'conditional' ? null : literalOf(definition.name)
    return {
      name: 'subscription_open_start',
      text: `insert into subscription (workplace_id, id, definition_id, element_key, kind, name, data, created_at, tenant_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        workplaceId,
        runtime.newId(),
        definitionId,
        start.id,
        definition.kind,
        name,
        JSON.stringify({ index }),
        deployedAt,
        tenantId,
      ],
    }
  }
  if (definition.kind === 'timer')
    return startTimerStatement(runtime, workplaceId, { definitionId, start, timer: definition, index, tenantId })
  return null
}

function literalOf(text: ExpressionText | null): string | null {
  return text?.text ?? null
}
