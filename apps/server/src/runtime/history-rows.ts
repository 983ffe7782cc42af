import type { ElementInstance, Event, ProcessInstance, Task, Variable } from '@millrace/engine'
import { isTransient } from './variable-statements.ts'

/** What the events of one run add to history, one list for each table. */
export interface HistoryRows {
  readonly instances: readonly EndedInstance[]
  readonly elements: readonly EndedElement[]
  readonly tasks: readonly EndedTask[]
  readonly variables: readonly VariableFact[]
  readonly facts: readonly Fact[]
}

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

export interface Fact {
  readonly id: string
  readonly instanceId: string
  readonly at: string
  readonly kind: string
  readonly subjectId: string | null
  readonly elementId: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Turns events into history. An element is written once, when it is left; while it is open its live row is its history.
 *
 * @param newId makes sortable ids, so that what happened first comes first within one instant.
 * @param isLink whether an element is a link event, which leaves no history.
 */
export function createHistoryRows(
  events: readonly Event[],
  context: { newId: () => string; isHidden: (element: ElementInstance) => boolean; instanceOf: InstanceLookup },
): HistoryRows {
  const rows = {
    instances: [] as EndedInstance[],
    elements: [] as EndedElement[],
    tasks: [] as EndedTask[],
    variables: [] as VariableFact[],
    facts: [] as Fact[],
  }
  const taskOf = new Map<string, Task>()
  const calledBy = new Map<string, string>()
  for (const event of events) {
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
          elementId: event.elementInstanceId,
          isRemoved: false,
        })
        break
      case 'variableRemoved':
        rows.variables.push({
          id: context.newId(),
          at: event.at,
          variable: event.variable,
          elementId: event.elementInstanceId,
          isRemoved: true,
        })
        break
      default: {
        const fact = createFact(event, context)
        if (fact !== null) rows.facts.push(fact)
      }
    }
  }
  return rows
}

/** The instance of a row that is only named by its id in an event. */
export type InstanceLookup = (kind: 'task' | 'job' | 'externalTask' | 'incident', id: string) => string | null

function createFact(
  event: Event,
  { newId, instanceOf }: { newId: () => string; instanceOf: InstanceLookup },
): Fact | null {
  const fact = (
    instanceId: string | null,
    at: string,
    kind: string,
    subjectId: string,
    elementId: string | null,
    data: Fact['data'],
  ): Fact | null => (instanceId === null ? null : { id: newId(), instanceId, at, kind, subjectId, elementId, data })
  switch (event.type) {
    case 'taskChanged':
      return fact(instanceOf('task', event.id), event.at, 'task-changed', event.id, null, {
        operation: event.operation,
        ...event.patch,
      })
    case 'jobChanged':
      return event.patch.error == null
        ? null
        : fact(instanceOf('job', event.id), event.at, 'job-failed', event.id, null, {
            error: event.patch.error,
            retries: event.patch.retries,
          })
    case 'incidentRaised': {
      const { id, instanceId, elementInstanceId, ...incident } = event.incident
      return fact(instanceId, incident.createdAt, 'incident-raised', id, elementInstanceId, incident)
    }
    case 'incidentEnded':
      return fact(instanceOf('incident', event.id), event.at, 'incident-ended', event.id, null, {
        outcome: event.outcome,
      })
    case 'decisionEvaluated': {
      const { id, instanceId, elementInstanceId, elementId, at, trace } = event.evaluation
      return fact(instanceId, at, 'decision-evaluated', id, elementInstanceId, { elementId, trace })
    }
    case 'externalTaskChanged':
      return event.patch.errorMessage == null
        ? null
        : fact(instanceOf('externalTask', event.id), event.at, 'external-task-failed', event.id, null, {
            error: event.patch.errorMessage,
            retries: event.patch.retries,
          })
    default:
      return null
  }
}
