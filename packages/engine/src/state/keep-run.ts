import type { InstanceState } from './instance-state.ts'

/**
 * Forks a state for a run on rows that stay in memory: the run reads them, and its changes are separate. The cost does
 * not depend on size.
 */
export function forkState(kept: InstanceState): InstanceState {
  return {
    ...kept,
    // Runs add to them only where not everything was loaded.
    completeScopes: kept.isComplete ? kept.completeScopes : new Set(kept.completeScopes),
    completeJoins: kept.isComplete ? kept.completeJoins : new Set(kept.completeJoins),
    instances: kept.instances.fork(),
    elements: kept.elements.fork(),
    variables: kept.variables.fork(),
    tasks: kept.tasks.fork(),
    jobs: kept.jobs.fork(),
    subscriptions: kept.subscriptions.fork(),
    externalTasks: kept.externalTasks.fork(),
    incidents: kept.incidents.fork(),
  }
}

/**
 * Returns the rows of a root after a saved run, for later runs with `forkState`. Costs what the run changed.
 *
 * @param kept the cached rows before the run; null when none were cached. They are changed: use the returned rows
 * instead.
 */
export function keepRun(kept: InstanceState | null, run: InstanceState): InstanceState {
  const base = kept !== null && (kept.isComplete || !run.isComplete) ? kept : forkState(run)
  // What a run loaded beside what is kept goes with it: a row in memory always has with it what belongs to it.
  const withLoaded = !base.isComplete && !base.instances.isForkOf(run.instances)
  base.instances.keep(run.instances, { withLoaded })
  base.elements.keep(run.elements, { withLoaded })
  base.variables.keep(run.variables, { withLoaded })
  base.tasks.keep(run.tasks, { withLoaded })
  base.jobs.keep(run.jobs, { withLoaded })
  base.subscriptions.keep(run.subscriptions, { withLoaded })
  base.externalTasks.keep(run.externalTasks, { withLoaded })
  base.incidents.keep(run.incidents, { withLoaded })
  return base.isComplete ? base : { ...base, ...completeness(base, run, withLoaded) }
}

/** Returns which scopes are completely loaded, without deleted ones. */
function completeness(
  base: InstanceState,
  run: InstanceState,
  withBase: boolean,
): Pick<InstanceState, 'completeScopes' | 'completeJoins' | 'hasWatching'> {
  const isThere = (id: string) => base.elements.get(id) !== undefined || base.instances.get(id) !== undefined
  const both = (ofBase: ReadonlySet<string>, ofRun: ReadonlySet<string>) => (withBase ? ofBase.union(ofRun) : ofRun)
  return {
    completeScopes: new Set([...both(base.completeScopes, run.completeScopes)].filter(isThere)),
    completeJoins: new Set(
      [...both(base.completeJoins, run.completeJoins)].filter((join) => isThere(join.slice(0, join.indexOf(' ')))),
    ),
    hasWatching: run.hasWatching || (withBase && base.hasWatching),
  }
}
