import type { Event, Job, Task } from '@millrace/engine'
import type { Fact, FactOfAnyKind } from './facts.ts'
import type { HistoryContext } from './history-rows.ts'

/**
 * The fields of a task whose changes are stored with the values before and after. The logs of identity links and user
 * operations are made from them.
 */
const loggedFields = [
  'assignee',
  'owner',
  'candidateUsers',
  'candidateGroups',
  'name',
  'description',
  'delegation',
  'priority',
  'dueAt',
  'followUpAt',
] as const

export type LoggedTask = Pick<Task, (typeof loggedFields)[number]>

/** The object of a fact, such as a task, job or incident, with its element instance. */
interface Subject {
  readonly id: string
  readonly instanceId: string
  readonly elementInstanceId: string | null
}

/**
 * Creates the history fact of an event; null for an event without one. Jobs and external tasks have one fact for each
 * failure and one for their end, with everything that their log shows (decision 3).
 *
 * @param loggedTasks the last logged values of the tasks that this run has changed so far. The function updates them.
 */
export function createFact(event: Event, context: HistoryContext, loggedTasks: Map<string, LoggedTask>): Fact | null {
  const { newId, rowOf, before } = context
  /** @param about what it is about, which is in an element instance; null when it came and went in this run. */
  const fact = (about: Subject | null, at: string, what: FactOfAnyKind): Fact | null =>
    about === null
      ? null
      : {
          id: newId(),
          instanceId: about.instanceId,
          at,
          subjectId: about.id,
          elementId: about.elementInstanceId,
          ...what,
        }
  switch (event.type) {
    case 'taskChanged': {
      const task = rowOf.task(event.id)
      const before = valuesBefore(event, context, loggedTasks)
      const { operation, inPlaceOf } = event
      const data = {
        operation,
        ...event.patch,
        ...(before !== undefined && { before }),
        ...(inPlaceOf !== undefined && { inPlaceOf }),
      }
      return fact(task, event.at, { kind: 'task-changed', data })
    }
    case 'jobChanged': {
      const job = rowOf.job(event.id)
      if (event.patch.error == null || job === null) return null
      const { retries } = before.job(event.id) ?? job
      return fact(job, event.at, {
        kind: 'job-failed',
        data: { ...describeJob(job, context), error: event.patch.error, retries },
      })
    }
    case 'jobEnded': {
      const job = rowOf.job(event.id)
      return job === null
        ? null
        : fact(job, event.at, { kind: 'job-ended', data: { ...describeJob(job, context), outcome: event.outcome } })
    }
    case 'incidentRaised': {
      const { incident } = event
      const { instanceId, elementInstanceId } = incident
      const executionId = elementInstanceId === null ? instanceId : context.executionOf(elementInstanceId, instanceId)
      return fact(incident, incident.createdAt, { kind: 'incident-raised', data: { ...incident, executionId } })
    }
    case 'incidentEnded': {
      const { outcome } = event
      return fact(rowOf.incident(event.id), event.at, { kind: 'incident-ended', data: { outcome } })
    }
    case 'decisionEvaluated': {
      const { elementId, decisionId, at, trace } = event.evaluation
      return fact(event.evaluation, at, { kind: 'decision-evaluated', data: { elementId, decisionId, trace } })
    }
    case 'instanceModified': {
      const { note, isInternal = false } = event
      const moves = event.moves.map((move) => ({ ...move, how: move.kind === 'start' ? move.at : move.by }))
      return fact(ofInstance(event), event.at, { kind: 'instance-modified', data: { moves, note, isInternal } })
    }
    case 'instanceMigrated': {
      const { sourceId, targetId, note } = event
      return fact(ofInstance(event), event.at, { kind: 'instance-migrated', data: { sourceId, targetId, note } })
    }
    case 'changeUndone': {
      const { what } = event
      return fact(ofInstance(event), event.at, { kind: 'change-undone', data: { what } })
    }
    case 'instanceRestarted': {
      const { instanceId, restartOf } = event
      const about = { id: restartOf, instanceId, elementInstanceId: null }
      return fact(about, event.at, { kind: 'instance-restarted', data: { restartOf } })
    }
    case 'externalTaskChanged': {
      const task = rowOf.externalTask(event.id)
      if (event.patch.errorMessage === undefined || task === null) return null
      const { retries } = before.externalTask(event.id) ?? task
      const { errorMessage: error, errorDetails: details = null } = event.patch
      return fact(task, event.at, { kind: 'external-task-failed', data: { ...task, error, details, retries } })
    }
    case 'externalTaskEnded': {
      const task = rowOf.externalTask(event.id)
      return task === null
        ? null
        : fact(task, event.at, { kind: 'external-task-ended', data: { ...task, outcome: event.outcome } })
    }
    default:
      return null
  }
}

function ofInstance({ instanceId }: { readonly instanceId: string }): Subject {
  return { id: instanceId, instanceId, elementInstanceId: null }
}

function valuesBefore(
  event: Extract<Event, { type: 'taskChanged' }>,
  { before: earlier, rowOf }: HistoryContext,
  loggedTasks: Map<string, LoggedTask>,
): Partial<LoggedTask> | undefined {
  const changed = loggedFields.filter((field) => event.patch[field] !== undefined)
  if (changed.length === 0) return undefined
  const before = loggedTasks.get(event.id) ?? earlier.task(event.id) ?? rowOf.task(event.id)
  if (before === null || before === undefined) return undefined
  loggedTasks.set(event.id, { ...before, ...event.patch })
  return Object.fromEntries(changed.map((field) => [field, before[field]]))
}

/** Returns a job as it was, without what it carries but for what its log shows. */
function describeJob(
  { data: { made, failedElementId }, elementInstanceId, instanceId, ...job }: Job,
  { executionOf }: HistoryContext,
) {
  return { ...job, made, failedElementId, executionId: executionOf(elementInstanceId, instanceId) }
}
