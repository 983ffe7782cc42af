import type { ExpressionText, ProcessModel, StartEvent } from '@millrace/bpmn'
import { evaluateAtStart, listStarts, type ProcessStart } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { Calendars } from '../definitions/business-calendars.ts'
import type { Runtime } from '../runtime.ts'
import { startTimerStatement } from '../start/start-timers.ts'
import type { Deployed, DeployedProcess } from './deploy.ts'

/**
 * What new versions wait for before they have an instance: start events and what else can make one. Messages, timers and conditions of the versions before stop waiting:
 * only the newest version is started by an event.
 */
export function startEventStatements(
  runtime: Runtime,
  workplaceId: string,
  deployed: Deployed,
  calendars: Calendars,
): Statement[] {
  return deployed.processes.flatMap((process) => [
    ...closeStatements(workplaceId, deployed, process.model.id),
    ...listStarts(process.model)
      .map((start) => openStatement(runtime, workplaceId, { deployed, process, start, calendars }))
      .filter((one) => one !== null),
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

interface Opening {
  readonly deployed: Deployed
  readonly process: DeployedProcess
  readonly start: ProcessStart
  readonly calendars: Calendars
}

function openStatement(
  runtime: Runtime,
  workplaceId: string,
  { deployed: { tenantId, deployedAt }, process, start, calendars }: Opening,
): Statement | null {
  const { elementId, definitionIndex, definition } = start
  const { id: definitionId, model } = process
  switch (definition.kind) {
    case 'message':
    case 'signal':
    case 'conditional': {
      const name = definition.kind === 'conditional' ? null : nameOf(definition.name, runtime.clock())
      const data = JSON.stringify({ index: definitionIndex })
      return {
        name: 'subscription_open_start',
        text: `insert into subscription (workplace_id, id, definition_id, element_key, kind, name, data, created_at, tenant_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [
          workplaceId,
          runtime.newId(),
          definitionId,
          elementId,
          definition.kind,
          name,
          data,
          deployedAt,
          tenantId,
        ],
      }
    }
    case 'timer':
      return startTimerStatement(runtime, workplaceId, {
        definitionId,
        model,
        elementId,
        timer: definition,
        index: definitionIndex,
        tenantId,
        calendars,
      })
    default:
      return null
  }
}

/** A name may be an expression, which sees no variables yet. One that cannot be told stays as it is written. */
function nameOf(text: ExpressionText | null, now: Date): string | null {
  if (text === null) return null
  const name = evaluateAtStart(text, { now })
  return name.ok && name.value !== null && name.value !== undefined ? String(name.value) : text.text
}
