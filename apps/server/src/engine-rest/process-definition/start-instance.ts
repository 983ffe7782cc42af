import type { Event, PlainVariable } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { formFieldStatements } from '../../runtime/forms/form-fields.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { told } from '../execute.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { failed, invalid } from '../http/rest-refusal.ts'
import { presentTyped } from '../values/present-value.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import type { DefinitionRow } from './definition-query.ts'
import { getDefinition } from './find-definition.ts'

export interface StartRequest {
  readonly businessKey: string | null
  readonly variables: readonly PlainVariable[]
  /** A start event that something particular fires. */
  readonly startElementId?: string | null
  /** Which definition of that event has happened. */
  readonly startDefinitionIndex?: number
  /** What the form that starts it was submitted with. */
  readonly fields?: readonly PlainVariable[]
}

export interface Started {
  readonly id: string
  readonly events: readonly Event[]
}

/** `POST …/start`. */
export async function startByRequest(call: Call): Promise<unknown> {
  const definition = await getDefinition(call, (id) =>
    failed(
      404,
      `Cannot instantiate process definition ${id}: no deployed process definition found with id '${id}': processDefinition is null`,
    ),
  )
  const body = bodyOf(call)
  const doing = `Cannot instantiate process definition ${definition.id}`
  if (Array.isArray(body.startInstructions) && body.startInstructions.length > 0) {
    throw invalid(
      `${doing}: Expected no startInstructions, but there are some. Start the process and modify the instance.`,
    )
  }
  const variables = readOrRefuse(doing, () => readVariables(body.variables))
  const started = await startInstance(
    call.runtime,
    call.actor,
    definition,
    { businessKey: textOf(body, 'businessKey'), variables: variables },
    doing,
  )
  const instance = presentStarted(definition, textOf(body, 'businessKey'), started)
  return flagOf(body, 'withVariablesInReturn') === true
    ? { ...instance, variables: presentVariables(started) }
    : instance
}

/** Starts an instance of exactly this version, unless it is suspended. */
export async function startInstance(
  runtime: Runtime,
  actor: Actor,
  row: DefinitionRow,
  request: StartRequest,
  doing: string,
): Promise<Started> {
  if (row.suspended) throw failed(400, `${doing}: ENGINE-03043 Process Definition with id '${row.id}' is suspended.`)
  const { workplaceId } = actor
  const definition = await runtime.db.read(actor, (tx) =>
    getProcess(runtime, tx, workplaceId, { by: 'id', id: row.id }),
  )
  if (definition === null)
    throw failed(404, `${doing}: no deployed process definition found with id '${row.id}': processDefinition is null`)
  const { businessKey, variables, startElementId = null, startDefinitionIndex, fields = [] } = request
  const command = {
    type: 'startInstance',
    definition,
    instanceId: runtime.newId(),
    businessKey,
    variables,
    startElementId,
    ...(startDefinitionIndex !== undefined && { startDefinitionIndex }),
    tenantId: row.tenantId,
  } as const
  const answer = await executeStart(
    runtime,
    actor,
    command,
    formFieldStatements(runtime, actor, { instanceId: command.instanceId, taskId: null, elementId: null, fields }),
  )
  const { events } = told(answer, { gone: () => failed(404, doing), doing })
  return { id: command.instanceId, events }
}

export function presentStarted(
  definition: Pick<DefinitionRow, 'id' | 'key' | 'tenantId'>,
  businessKey: string | null,
  { id, events }: Started,
): Record<string, unknown> {
  return {
    id,
    definitionId: definition.id,
    definitionKey: definition.key,
    businessKey,
    caseInstanceId: null,
    ended: events.some((event) => event.type === 'instanceEnded' && event.instance.id === id),
    suspended: false,
    tenantId: definition.tenantId,
    links: [],
  }
}

/** The instance's own variables after its first steps, the transient ones among them. */
function presentVariables({ id, events }: Started): Record<string, unknown> {
  const variables: Record<string, unknown> = {}
  for (const event of events) {
    if (event.type === 'variableSet' && event.variable.scopeId === id && event.variable.value !== null)
      variables[event.variable.name] = presentTyped(event.variable.value)
    if (event.type === 'variableRemoved' && event.variable.scopeId === id) delete variables[event.variable.name]
  }
  return variables
}
