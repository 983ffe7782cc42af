import { type ConditionalDefinition, indexModel, isActivity, isEvent, type ProcessModel } from '@millrace/bpmn'
import type { Subscription } from '@millrace/engine'
import type { SubscriptionRow } from '../source/rows.ts'
import { Untranslatable } from './untranslatable.ts'

export type SubscriptionPlace = Pick<Subscription, 'id' | 'instanceId' | 'elementInstanceId' | 'executionId'> & {
  /** The kept scope that an execution became. */
  readonly keptOf: (executionId: string) => { readonly id: string; readonly activityId: string } | null
}

/** Translates an event subscription of an instance. */
export function translateSubscription(
  model: ProcessModel,
  row: SubscriptionRow,
  place: SubscriptionPlace,
): Subscription {
  const { id, instanceId, elementInstanceId, executionId } = place
  const common = { id, instanceId, elementInstanceId, executionId, createdAt: row.created_ }
  if (row.event_type_ === 'compensate') return { ...common, ...compensationOf(model, row, place) }
  const elementId = row.activity_id_ ?? ''
  const element = indexModel(model).findElement(elementId)
  if (element === undefined)
    throw new Untranslatable(
      'subscription-without-element',
      `Expected an element ${elementId}, but the model has none.`,
    )
  const definitions = isEvent(element) ? element.definitions : []
  const found = definitions.findIndex(({ kind }) => kind === row.event_type_)
  const index = isEvent(element) ? Math.max(found, 0) : null
  switch (row.event_type_) {
    case 'message':
    case 'signal':
      return { ...common, elementId, kind: row.event_type_, name: row.event_name_, data: { index } }
    case 'conditional': {
      const definition = definitions[found] as ConditionalDefinition | undefined
      const { variableName = null, variableEvents = [] } = definition ?? {}
      return { ...common, elementId, kind: 'conditional', name: null, data: { index, variableName, variableEvents } }
    }
    default:
      throw new Untranslatable('subscription-kind', `Subscription ${row.id_} is of the kind ${row.event_type_}.`)
  }
}

function compensationOf(model: ProcessModel, row: SubscriptionRow, { keptOf }: SubscriptionPlace) {
  const kept = row.configuration_ === null ? null : keptOf(row.configuration_)
  const index = indexModel(model)
  if (kept !== null) {
    const starts = index.listEventSubProcesses(kept.activityId).flatMap(({ id }) => index.listStartEvents(id))
    const start = starts.find(({ definitions }) => definitions.some(({ kind }) => kind === 'compensate'))
    return {
      elementId: start?.scopeId ?? kept.activityId,
      kind: 'compensate',
      name: null,
      data: { activityId: kept.activityId, keptId: kept.id },
    } as const
  }
  const handlerId = row.activity_id_ ?? ''
  const activity = Object.values(model.elements).find(
    (element) => isActivity(element) && element.compensationHandlerId === handlerId,
  )
  if (activity === undefined)
    throw new Untranslatable('subscription-without-element', `Expected an activity that ${handlerId} compensates.`)
  return {
    elementId: handlerId,
    kind: 'compensate',
    name: null,
    data: { activityId: activity.id, keptId: null },
  } as const
}
