import { type ChangedRows, rowTables } from '../state/changed-rows.ts'
import type { InstanceState } from '../state/instance-state.ts'
import { emit, needWhole, type Step } from '../step.ts'
import type { CommandOf } from './command.ts'
import { findInstance } from './instances.ts'

/**
 * Undoes the last change of an instance by an operator: elements that it started end, and changed or ended rows are
 * restored. The caller has to check that the instance has not changed since.
 */
export function undoChange(step: Step, { instanceId, what, rows }: CommandOf<'undoChange'>): void {
  findInstance(step, instanceId)
  needWhole(step)
  endMade(step, rows)
  emit(step, { type: 'changeUndone', id: step.newId(), instanceId, at: step.at, what, rows: rows.before })
}

function endMade(step: Step, { made }: ChangedRows): void {
  const { state, at } = step
  const still = <K extends keyof typeof made>(table: K) =>
    made[table].filter((id) => state[table].get(id) !== undefined)
  for (const id of still('incidents')) emit(step, { type: 'incidentEnded', id, at, outcome: 'deleted' })
  for (const id of still('subscriptions')) emit(step, { type: 'subscriptionClosed', id })
  for (const id of still('jobs')) emit(step, { type: 'jobEnded', id, at, outcome: 'deleted' })
  for (const id of still('externalTasks')) emit(step, { type: 'externalTaskEnded', id, at, outcome: 'deleted' })
  for (const id of still('tasks')) {
    const task = state.tasks.get(id)
    if (task !== undefined) emit(step, { type: 'taskEnded', task, at, reason: 'deleted' })
  }
  for (const id of innermostFirst(state, still('elements'))) {
    const element = state.elements.get(id)
    if (element !== undefined) emit(step, { type: 'elementLeft', element, at, isCancelled: true, endsPath: false })
  }
  for (const id of still('variables')) {
    const variable = state.variables.get(id)
    if (variable !== undefined) emit(step, { type: 'variableRemoved', variable, at, elementInstanceId: null })
  }
}

/** Sorts element instances so that inner ones come before their scopes. */
function innermostFirst(state: InstanceState, ids: readonly string[]): readonly string[] {
  const depthOf = (id: string): number => {
    const element = state.elements.get(id)
    return element === undefined ? 0 : 1 + depthOf(element.parentId)
  }
  return ids
    .map((id) => [id, depthOf(id)] as const)
    .sort(([, one], [, other]) => other - one)
    .map(([id]) => id)
}

/**
 * Returns the changes of a run, so that they can be undone later. Null when that is not possible, because instances
 * were started or have ended, or a value was not in memory.
 */
export function changedRows(state: InstanceState): ChangedRows | null {
  const instances = state.instances.changes()
  if (instances.inserted.length + instances.deleted.length > 0) return null
  const before = {} as Record<string, unknown[]>
  const made = {} as Record<string, string[]>
  for (const table of rowTables) {
    const { inserted, updated, deleted } = state[table].changes()
    made[table] = inserted.map(({ id }) => id)
    before[table] = [...deleted, ...updated.map(({ id }) => state[table].before(id))]
  }
  const rows = { before, made } as unknown as ChangedRows
  return rows.before.variables.some(({ value, leftOut = 0 }) => value === null && leftOut > 0) ? null : rows
}
