import { type RowsByTable, rowTables } from './changed-rows.ts'
import type { Event } from './events.ts'
import type { InstanceState } from './instance-state.ts'
import type { Table } from './table.ts'

/**
 * Applies an event to the state, as its only writer. Replaying the events of a run on its initial rows gives its final
 * state. Counts of open children follow from entering and leaving.
 */
export function applyEvent(state: InstanceState, event: Event): void {
  switch (event.type) {
    case 'instanceStarted':
      state.instances.insert(event.instance)
      addCompleteScope(state, event.instance.id)
      return
    case 'instanceChanged':
      state.instances.update(event.id, event.patch)
      return
    case 'instanceEnded':
      state.instances.delete(event.instance.id)
      removeVariables(state, event.instance.id)
      return
    case 'elementEntered':
      state.elements.insert(event.element)
      addCompleteScope(state, event.element.id)
      countChildren(state, event.element.parentId, 1)
      return
    case 'elementChanged':
      changeElement(state, event.id, event.patch)
      return
    case 'elementLeft': {
      const element = state.elements.delete(event.element.id)
      if (element.state !== 'compensable') countChildren(state, element.parentId, -1)
      removeVariables(state, element.id)
      return
    }
    case 'elementKept':
      changeElement(state, event.element.id, { state: 'compensable' })
      return
    case 'decisionEvaluated':
    case 'instanceModified':
    case 'instanceRestarted':
    case 'instanceMigrated':
      return
    case 'changeUndone':
      putBack(state, event.rows)
      return
    case 'variableSet':
      if (event.isNew) state.variables.insert(event.variable)
      else state.variables.update(event.variable.id, event.variable)
      return
    case 'variableRemoved':
      state.variables.delete(event.variable.id)
      return
    case 'taskCreated':
      state.tasks.insert(event.task)
      return
    case 'taskChanged':
      state.tasks.update(event.id, event.patch)
      return
    case 'taskEnded':
      state.tasks.delete(event.task.id)
      removeVariables(state, event.task.id)
      return
    case 'jobCreated':
      state.jobs.insert(event.job)
      return
    case 'jobChanged':
      state.jobs.update(event.id, event.patch)
      return
    case 'jobEnded':
      state.jobs.delete(event.id)
      return
    case 'subscriptionOpened':
      state.subscriptions.insert(event.subscription)
      return
    case 'subscriptionChanged':
      state.subscriptions.update(event.id, event.patch)
      return
    case 'subscriptionClosed':
      state.subscriptions.delete(event.id)
      return
    case 'externalTaskCreated':
      state.externalTasks.insert(event.task)
      return
    case 'externalTaskChanged':
      state.externalTasks.update(event.id, event.patch)
      return
    case 'externalTaskEnded':
      state.externalTasks.delete(event.id)
      return
    case 'incidentRaised':
      state.incidents.insert(event.incident)
      return
    case 'incidentChanged':
      state.incidents.update(event.id, event.patch)
      return
    case 'incidentEnded':
      state.incidents.delete(event.id)
      return
    default:
      event satisfies never
  }
}

/** Puts rows back as they were, and counts again what is open in scopes that did not change themselves. */
function putBack(state: InstanceState, rows: RowsByTable): void {
  for (const table of rowTables) {
    for (const row of rows[table]) {
      // Each table takes the rows of its own name, which TypeScript cannot follow through the look-up.
      const own = state[table] as Table<typeof row>
      if (own.get(row.id) === undefined) own.insert(row)
      else own.update(row.id, row)
    }
  }
  for (const scopeId of new Set(rows.elements.map(({ parentId }) => parentId))) {
    const openChildren = state.elements.ownedBy(scopeId).filter((child) => child.state !== 'compensable').length
    const scope = state.instances.get(scopeId) ?? state.elements.get(scopeId)
    if (scope === undefined || scope.openChildren === openChildren) continue
    if (state.instances.get(scopeId) !== undefined) state.instances.update(scopeId, { openChildren })
    else state.elements.update(scopeId, { openChildren })
  }
}

/** Where everything was loaded, nobody asks. */
function addCompleteScope({ isComplete, completeScopes }: InstanceState, id: string): void {
  if (!isComplete) completeScopes.add(id)
}

/** A completed scope that stays only to be compensated is no open child of its parent any more. */
function changeElement(
  state: InstanceState,
  id: string,
  patch: Parameters<InstanceState['elements']['update']>[1],
): void {
  const before = state.elements.get(id)
  const after = state.elements.update(id, patch)
  if (before === undefined) return
  if (before.parentId !== after.parentId && before.state !== 'compensable') {
    countChildren(state, before.parentId, -1)
    countChildren(state, after.parentId, 1)
  }
  if (before.state !== 'compensable' && after.state === 'compensable') countChildren(state, after.parentId, -1)
  else if (before.state === 'compensable' && after.state !== 'compensable') countChildren(state, after.parentId, 1)
}

function countChildren(state: InstanceState, scopeId: string, by: 1 | -1): void {
  const instance = state.instances.get(scopeId)
  if (instance !== undefined) {
    state.instances.update(scopeId, { openChildren: instance.openChildren + by })
    return
  }
  const scope = state.elements.get(scopeId)
  if (scope !== undefined) state.elements.update(scopeId, { openChildren: scope.openChildren + by })
}

function removeVariables(state: InstanceState, scopeId: string): void {
  for (const { id } of state.variables.ownedBy(scopeId)) state.variables.delete(id)
}
