import type { InstanceState, LoadedRows } from '@millrace/engine'

/** More are read again, by parts, rather than copied. */
const maxRows = 1000

/** Returns a copy of the rows of a root in memory; null when it has more than 1,000 rows, which are then read again. */
export function rowsOf(state: InstanceState): LoadedRows | null {
  const { rootId, isComplete, completeScopes, completeJoins, hasWatching } = state
  const { instances, elements, variables, tasks, jobs, subscriptions, externalTasks, incidents } = state
  const count = [instances, elements, variables, tasks, subscriptions].reduce((sum, { size }) => sum + size, 0)
  if (count > maxRows) return null
  return {
    rootId,
    isComplete,
    completeScopes: [...completeScopes],
    completeJoins: [...completeJoins],
    hasWatching,
    instances: instances.all(),
    elements: elements.all(),
    variables: variables.all(),
    tasks: tasks.all(),
    jobs: jobs.all(),
    subscriptions: subscriptions.all(),
    externalTasks: externalTasks.all(),
    incidents: incidents.all(),
  }
}
