import type { Definition } from '../../definition.ts'
import type { PlainVariable } from '../../outcome.ts'
import type { ElementInstance, ProcessInstance } from '../../state/rows.ts'
import { fromPlain } from '../../state/value.ts'
import { emit, type Step, schedule } from '../../step.ts'
import { openEventSubProcesses } from '../events/catch-events.ts'
import { arrive } from '../life/enter.ts'
import { runInstanceListeners } from '../life/listeners.ts'
import { createDataObjects } from '../variables/data-objects.ts'
import { setLocalVariable } from '../variables/variables.ts'
import { titleInstance } from './titles.ts'

export interface Start {
  readonly definition: Definition
  /** The id of the instance: from the caller for a root, created here for a called instance. */
  readonly id: string
  readonly rootId: string
  readonly businessKey: string | null
  readonly caseInstanceId?: string | null
  readonly variables: readonly PlainVariable[]
  /** The elements of the first tokens: usually one start event. */
  readonly elementIds: readonly string[]
  /** The start element in history, if it is not the first of these. */
  readonly startElementId?: string | null
  /** Data of the start for the first elements. */
  readonly data?: ElementInstance['data']
  readonly caller: { readonly elementId: string; readonly instanceId: string } | null
  readonly tenantId: string | null
}

/** Creates an instance and sends its first tokens off. */
export function startInstance(step: Step, start: Start): ProcessInstance {
  const { definition, id, rootId, businessKey, caller, tenantId, data = null } = start
  const { model } = definition
  const instance: ProcessInstance = {
    id,
    rootId,
    definitionId: definition.id,
    businessKey,
    caseInstanceId: start.caseInstanceId ?? null,
    title: null,
    callerElementId: caller?.elementId ?? null,
    callerInstanceId: caller?.instanceId ?? null,
    isSuspended: false,
    openChildren: 0,
    startedAt: step.at,
    startUserId: caller === null ? step.userId : null,
    startElementId: start.startElementId ?? start.elementIds[0] ?? null,
    tenantId,
  }
  emit(step, { type: 'instanceStarted', instance, initialVariables: start.variables.length })
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  for (const { name, value } of start.variables) setLocalVariable(step, place, id, name, value)
  setInitiator(step, start)
  createDataObjects(step, instance, model.id)
  const elementId = start.elementIds[0] ?? model.id
  const arrival = { definition, instanceId: id, scopeId: id, tokenId: id, flowId: null, data }
  schedule(
    step,
    id,
    () => {
      openEventSubProcesses(step, model.id, { scopeId: id, instanceId: id })
      // To conditions the variables of the start are changes, as in Camunda.
      for (const { name } of start.variables)
        step.variableChanges.push({ scopeId: id, instanceId: id, name, change: 'create' })
    },
    () => runInstanceListeners(step, model.listeners, 'start', { instance, elementId }),
    () => titleInstance(step, id),
    () =>
      arrive(
        step,
        start.elementIds.map((first) => ({ ...arrival, elementId: first })),
      ),
  )
  return instance
}

function setInitiator(step: Step, { definition, elementIds, id }: Start): void {
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  for (const elementId of elementIds) {
    const element = definition.model.elements[elementId]
    if (element?.type === 'startEvent' && element.initiatorVariable !== null)
      setLocalVariable(step, place, id, element.initiatorVariable, fromPlain(step.userId))
  }
}
