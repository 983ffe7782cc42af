import type { InstanceState, LoadedRows } from '../state/instance-state.ts'

/** Returns all rows of a state as a database would store them, sorted by id, for tests. */
export function rowsOf(state: InstanceState): LoadedRows {
  return {
    rootId: state.rootId,
    isComplete: true,
    instances: byId(state.instances.all()),
    elements: byId(state.elements.all()),
    variables: byId(state.variables.all()),
    tasks: byId(state.tasks.all()),
    jobs: byId(state.jobs.all()),
    subscriptions: byId(state.subscriptions.all()),
    externalTasks: byId(state.externalTasks.all()),
    incidents: byId(state.incidents.all()),
  }
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
