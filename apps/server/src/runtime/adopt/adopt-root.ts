import { applyEvent, createState, type Event, type InstanceState, type LoadedRows, noRows } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { atOnce } from '../../platform/in-turns.ts'
import type { HistoryRows } from '../history/history-rows.ts'
import { historyStatements } from '../history/history-statements.ts'
import { type AdoptedLink, adoptedRowStatements, adoptedStatements } from '../save/adopted-statements.ts'
import { instanceListingStatements, newInstanceListingStatements } from '../save/instance-listing-statements.ts'
import { saveStatements } from '../save/save-statements.ts'

/** A root that another engine has run until now, with its history. */
export interface AdoptedRoot {
  readonly rows: LoadedRows
  readonly history: HistoryRows
  /** The definition of each instance in rows and history. */
  readonly definitionOf: (instanceId: string) => string
  readonly links: readonly AdoptedLink[]
  readonly annotations: ReadonlyMap<string, string>
}

/** Returns the statements that write a root as if it had always run here. Nothing is executed, and nobody is notified. */
export function adoptStatements(
  { workplaceId }: Actor,
  { rows, history, definitionOf, links, annotations }: AdoptedRoot,
  newId: () => string,
): Statement[] {
  const state = stateOf(rows)
  const { rootId } = rows
  return [
    ...atOnce(
      saveStatements(state, [], {
        workplaceId,
        userId: null,
        newId,
        isHidden: () => false,
        levelOf: () => 'full',
        leases: new Map(),
      }),
    ),
    ...adoptedStatements(workplaceId, links, annotations),
    ...historyStatements({ workplaceId, rootOf: () => rootId, userId: null, operationId: null, definitionOf }, history),
    // Who had to do with it before is found by what has ended.
    ...(history.tasks.length + history.instances.length === 0
      ? []
      : instanceListingStatements({ workplaceId, state, userId: null, ended: history })),
  ]
}

/**
 * Returns the statements that write roots of processes as `adoptStatements` does, one for each table. No instance may be
 * in two of them.
 */
export function adoptProcesses({ workplaceId }: Actor, roots: readonly AdoptedRoot[]): Statement[] {
  const adopted = roots.map((root) => ({ ...root, state: stateOf(root.rows) }))
  const rootIds = new Map<string, AdoptedRoot>()
  for (const root of roots) {
    for (const { id } of root.rows.instances) rootIds.set(id, root)
    for (const { instance } of root.history.instances) rootIds.set(instance.id, root)
  }
  const rootOf = (instanceId: string): AdoptedRoot => {
    const root = rootIds.get(instanceId)
    if (root === undefined) throw new Error(`Expected the instance ${instanceId} to be one of an adopted root.`)
    return root
  }
  const all = <Key extends keyof HistoryRows>(key: Key) =>
    adopted.flatMap(({ history }) => history[key] as HistoryRows[Key][number][])
  return [
    ...adoptedRowStatements(
      workplaceId,
      adopted.map(({ state }) => state),
    ),
    ...adopted.flatMap(({ links, annotations }) => adoptedStatements(workplaceId, links, annotations)),
    ...historyStatements(
      {
        workplaceId,
        rootOf: (id) => rootOf(id).rows.rootId,
        userId: null,
        operationId: null,
        definitionOf: (id) => rootOf(id).definitionOf(id),
      },
      {
        instances: all('instances'),
        elements: all('elements'),
        tasks: all('tasks'),
        variables: all('variables'),
        facts: all('facts'),
      },
    ),
    ...newInstanceListingStatements(
      workplaceId,
      adopted.map(({ state, history }) => ({ workplaceId, state, userId: null, ended: history })),
    ),
  ]
}

/** Builds the state by its only writer, on no rows at all, so that everything in it is new. */
function stateOf(rows: LoadedRows): InstanceState {
  const state = createState({ rootId: rows.rootId, ...noRows })
  for (const event of eventsOf(rows)) applyEvent(state, event)
  return state
}

function eventsOf(rows: LoadedRows): Event[] {
  const at = ''
  return [
    ...rows.instances.map(
      (instance): Event => ({
        type: 'instanceStarted',
        instance: { ...instance, openChildren: 0 },
        initialVariables: 0,
      }),
    ),
    ...rows.elements.flatMap((element): Event[] => {
      const entered: Event = { type: 'elementEntered', element: { ...element, state: 'active', openChildren: 0 } }
      if (element.state === 'active') return [entered]
      // Entered as any other, so that it counts where it is counted.
      return [entered, { type: 'elementChanged', id: element.id, patch: { state: element.state } }]
    }),
    ...rows.variables.map(
      (variable): Event => ({ type: 'variableSet', variable, isNew: true, at, elementInstanceId: null }),
    ),
    ...rows.tasks.map((task): Event => ({ type: 'taskCreated', task })),
    ...rows.jobs.map((job): Event => ({ type: 'jobCreated', job })),
    ...rows.subscriptions.map((subscription): Event => ({ type: 'subscriptionOpened', subscription })),
    ...rows.externalTasks.map((task): Event => ({ type: 'externalTaskCreated', task })),
    ...rows.incidents.map((incident): Event => ({ type: 'incidentRaised', incident })),
  ]
}
