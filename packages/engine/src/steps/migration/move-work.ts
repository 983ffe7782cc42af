import type { UserTask } from '@millrace/bpmn'
import type { Definition } from '../../definition.ts'
import { emit, type Step } from '../../step.ts'
import { dropKept, findCompensationStart } from '../compensation/kept-scopes.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { orNull } from '../expressions/or-null.ts'
import { readTitle } from '../instances/titles.ts'
import type { PlannedModels } from './check-instance.ts'
import type { MovedRow } from './move-rows.ts'

/** Migrates tasks and external tasks of a row. Changes made to them stay; forms and titles are those of the target. */
export function moveWork(step: Step, definition: Definition, { row, to: { element } }: MovedRow): void {
  const { id: definitionId } = definition
  const { at } = step
  for (const { id } of step.state.externalTasks.ownedBy(row.id))
    emit(step, { type: 'externalTaskChanged', id, patch: { elementId: element.id, definitionId }, at })
  if (element.type !== 'userTask') return
  for (const { id } of step.state.tasks.ownedBy(row.id)) {
    const patch = { definitionId, taskKey: element.id, ...shownOf(step, row.id, element) }
    emit(step, { type: 'taskChanged', id, patch, at, operation: 'Migrate' })
  }
}

function shownOf(step: Step, rowId: string, element: UserTask) {
  const row = step.state.elements.get(rowId)
  if (row === undefined) return {}
  const occasion = occasionOf(row)
  const key = element.form?.key ?? null
  return {
    formKey: key === null ? null : orNull(() => evaluateString(step, occasion, key)),
    title: readTitle(step, occasion, element.title),
  }
}

/** Updates the elements of incidents after a migration, to those of the target. */
export function moveIncidents(
  step: Step,
  instanceId: string,
  moved: readonly MovedRow[],
  { plan }: PlannedModels,
): void {
  const byId = new Map(moved.map((one) => [one.row.id, one]))
  for (const incident of step.state.incidents.all()) {
    if (incident.instanceId !== instanceId) continue
    const { id, elementInstanceId } = incident
    const one = byId.get(elementInstanceId ?? '')
    const isOwn = one !== undefined && one.from.id === incident.elementId
    const elementId = isOwn ? one.to.element.id : (plan.get(incident.elementId ?? '')?.target ?? incident.elementId)
    if (elementId !== incident.elementId) emit(step, { type: 'incidentChanged', id, patch: { elementId } })
  }
}

/**
 * Migrates the compensations of a scope to the handlers of the target. Without a handler there, a completed activity
 * can no longer be compensated.
 */
export function moveCompensations(step: Step, { model }: Definition, ownerId: string, { plan }: PlannedModels): void {
  for (const one of step.state.subscriptions.ownedBy(ownerId)) {
    if (one.kind !== 'compensate') continue
    const { id, data } = one
    const activityId = plan.get(data.activityId)?.target ?? null
    const activity = activityId === null ? undefined : model.elements[activityId]
    const handler =
      activity !== undefined && 'compensationHandlerId' in activity ? activity.compensationHandlerId : null
    const isKept = data.keptId !== null && step.state.elements.get(data.keptId) !== undefined
    const start = activity === undefined ? null : findCompensationStart(model, activity.id)
    const isHollow = isKept && start === null && !hasCompensations(step, data.keptId ?? '')
    const elementId = activity === undefined || isHollow ? null : isKept ? (start?.scopeId ?? activity.id) : handler
    if (activity === undefined || elementId === null) {
      emit(step, { type: 'subscriptionClosed', id })
      if (data.keptId !== null && isKept) dropKept(step, data.keptId)
      continue
    }
    emit(step, { type: 'subscriptionChanged', id, patch: { elementId, data: { ...data, activityId: activity.id } } })
  }
}

function hasCompensations({ state }: Step, ownerId: string): boolean {
  return state.subscriptions.ownedBy(ownerId).some(({ kind }) => kind === 'compensate')
}
