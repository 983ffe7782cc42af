import type {
  ElementInstance,
  Event,
  ExternalTask,
  Incident,
  Job,
  ProcessInstance,
  Task,
  Variable,
} from '@millrace/engine'
import type { Pieces } from '../../platform/in-turns.ts'
import { many } from '../execute/many.ts'
import { isTransient } from '../save/variable-statements.ts'
import type { Fact } from './facts.ts'
import { createFact, type LoggedTask } from './history-facts.ts'

/** The history rows of the events of one run, by table. */
export interface HistoryRows {
  readonly instances: readonly EndedInstance[]
  readonly elements: readonly EndedElement[]
  readonly tasks: readonly EndedTask[]
  readonly variables: readonly VariableFact[]
  readonly facts: readonly Fact[]
}

export const noHistory: HistoryRows = { instances: [], elements: [], tasks: [], variables: [], facts: [] }

export interface EndedInstance {
  readonly instance: ProcessInstance
  readonly endedAt: string
  readonly outcome: string
  readonly reason: string | null
  readonly endElementKey: string | null
}

export interface EndedElement {
  readonly element: ElementInstance
  readonly endedAt: string
  readonly isCancelled: boolean
  readonly endsPath: boolean
  readonly taskId: string | null
  readonly assignee: string | null
  readonly calledInstanceId: string | null
}

export interface EndedTask {
  readonly task: Task
  readonly endedAt: string
  readonly reason: string
}

export interface VariableFact {
  readonly id: string
  readonly at: string
  readonly variable: Variable
  readonly elementId: string | null
  readonly isRemoved: boolean
}

export interface HistoryContext {
  /** Creates sortable ids, so that events of the same instant keep their order. */
  readonly newId: () => string
  /** Link events leave no history. */
  readonly isHidden: (element: ElementInstance) => boolean
  readonly rowOf: RowLookup
  readonly executionOf: (elementInstanceId: string, instanceId: string) => string
  /** The rows before this run; null for rows that the run created. */
  readonly before: RowLookup
  /** The element instance that a process instance alone is in. */
  readonly elementAt: (instanceId: string) => string | null
}

/**
 * Turns events into history. An element is written once, when it is left; while it is open its live row is its history.
 */
export function* createHistoryRows(events: readonly Event[], context: HistoryContext): Pieces<HistoryRows> {
  const rows = {
    instances: [] as EndedInstance[],
    elements: [] as EndedElement[],
    tasks: [] as EndedTask[],
    variables: [] as VariableFact[],
    facts: [] as Fact[],
  }
  const taskOf = new Map<string, Task>()
  const calledBy = new Map<string, string>()
  const loggedTasks = new Map<string, LoggedTask>()
  for (const [index, event] of events.entries()) {
    if (index % many === many - 1) yield
    switch (event.type) {
      case 'instanceStarted':
        if (event.instance.callerElementId !== null) calledBy.set(event.instance.callerElementId, event.instance.id)
        break
      case 'instanceEnded':
        if (event.instance.callerElementId !== null) calledBy.set(event.instance.callerElementId, event.instance.id)
        rows.instances.push({
          instance: event.instance,
          endedAt: event.at,
          outcome: event.outcome,
          reason: event.reason,
          endElementKey: event.endElementId,
        })
        break
      case 'taskEnded':
        taskOf.set(event.task.elementInstanceId, event.task)
        rows.tasks.push({ task: event.task, endedAt: event.at, reason: event.reason })
        break
      case 'elementKept':
      case 'elementLeft': {
        const { element, at: endedAt } = event
        const isWaiting =
          element.state === 'before' ||
          element.state === 'after' ||
          element.state === 'compensable' ||
          element.state === 'finishing'
        if (isWaiting || context.isHidden(element)) break
        const task = taskOf.get(element.id)
        rows.elements.push({
          element,
          endedAt,
          isCancelled: event.type === 'elementLeft' && event.isCancelled,
          endsPath: event.type === 'elementLeft' && event.endsPath,
          taskId: task?.id ?? null,
          assignee: task?.assignee ?? null,
          calledInstanceId: calledBy.get(element.id) ?? null,
        })
        break
      }
      case 'variableSet':
        if (isTransient(event.variable)) break
        rows.variables.push({
          id: context.newId(),
          at: event.at,
          variable: event.variable,
          elementId: event.elementInstanceId ?? context.elementAt(event.variable.instanceId),
          isRemoved: false,
        })
        break
      case 'variableRemoved':
        // Nothing says that it was ever set.
        if (isTransient(event.variable)) break
        rows.variables.push({
          id: context.newId(),
          at: event.at,
          variable: event.variable,
          elementId: event.elementInstanceId ?? context.elementAt(event.variable.instanceId),
          isRemoved: true,
        })
        break
      case 'changeUndone':
        for (const variable of event.rows.variables)
          if (!isTransient(variable))
            rows.variables.push({
              id: context.newId(),
              at: event.at,
              variable,
              elementId: context.elementAt(variable.instanceId),
              isRemoved: false,
            })
        rows.facts.push(...undoneFacts(event, context, loggedTasks))
        break
      default: {
        const fact = createFact(event, context, loggedTasks)
        if (fact !== null) rows.facts.push(fact)
      }
    }
  }
  return rows
}

function undoneFacts(event: Event, context: HistoryContext, loggedTasks: Map<string, LoggedTask>): Fact[] {
  const fact = createFact(event, context, loggedTasks)
  return fact === null ? [] : [fact]
}

/**
 * Finds the row of an object that an event names only by its id. Null if the object was created and deleted in the same
 * run.
 */
export interface RowLookup {
  readonly task: (id: string) => Task | null
  readonly job: (id: string) => Job | null
  readonly externalTask: (id: string) => ExternalTask | null
  readonly incident: (id: string) => Incident | null
}
