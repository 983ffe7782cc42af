import type { Event, ExternalTask, Job, Task } from '@millrace/engine'
import type { Fact, HistoryContext } from './history-rows.ts'

/** Who has to do with a task: what the log of identity links is made of. */
export type TaskLinks = Pick<Task, 'assignee' | 'owner' | 'candidateUsers' | 'candidateGroups'>

const linkFields = ['assignee', 'owner', 'candidateUsers', 'candidateGroups'] as const

/**
 * The fact that an event leaves in history, when it leaves one of its own. Jobs and external tasks leave one when they
 * fail and one when they end, with all that their log shows (decision 3).
 *
 * @param links of the tasks that this run has changed so far, to tell what a change replaced.
 */
export function createFact(event: Event, context: HistoryContext, links: Map<string, TaskLinks>): Fact | null {
  const { newId, rowOf, before } = context
  const fact = (
    instanceId: string | undefined,
    at: string,
    kind: string,
    subjectId: string,
    elementId: string | null,
    data: Fact['data'],
  ): Fact | null =>
    instanceId === undefined ? null : { id: newId(), instanceId, at, kind, subjectId, elementId, data }
  switch (event.type) {
    case 'taskChanged': {
      const task = rowOf.task(event.id)
      const data = { operation: event.operation, ...event.patch, before: linksBefore(event, context, links) }
      return fact(task?.instanceId, event.at, 'task-changed', event.id, task?.elementInstanceId ?? null, data)
    }
    case 'jobChanged': {
      const job = rowOf.job(event.id)
      if (event.patch.error == null || job === null) return null
      const { retries } = before.job(event.id) ?? job
      return fact(job.instanceId, event.at, 'job-failed', job.id, job.elementInstanceId, {
        ...describeJob(job, context),
        error: event.patch.error,
        retries,
      })
    }
    case 'jobEnded': {
      const job = rowOf.job(event.id)
      return job === null
        ? null
        : fact(job.instanceId, event.at, 'job-ended', job.id, job.elementInstanceId, {
            ...describeJob(job, context),
            outcome: event.outcome,
          })
    }
    case 'incidentRaised': {
      const { id, instanceId, elementInstanceId, ...incident } = event.incident
      const executionId = elementInstanceId === null ? instanceId : context.executionOf(elementInstanceId, instanceId)
      return fact(instanceId, incident.createdAt, 'incident-raised', id, elementInstanceId, {
        ...incident,
        executionId,
      })
    }
    case 'incidentEnded': {
      const incident = rowOf.incident(event.id)
      return fact(incident?.instanceId, event.at, 'incident-ended', event.id, incident?.elementInstanceId ?? null, {
        outcome: event.outcome,
      })
    }
    case 'decisionEvaluated': {
      const { id, instanceId, elementInstanceId, elementId, decisionId, at, trace } = event.evaluation
      return fact(instanceId, at, 'decision-evaluated', id, elementInstanceId, { elementId, decisionId, trace })
    }
    case 'externalTaskChanged': {
      const task = rowOf.externalTask(event.id)
      if (event.patch.errorMessage === undefined || task === null) return null
      const { retries } = before.externalTask(event.id) ?? task
      return fact(task.instanceId, event.at, 'external-task-failed', task.id, task.elementInstanceId, {
        ...describeExternalTask(task),
        error: event.patch.errorMessage,
        retries,
      })
    }
    case 'externalTaskEnded': {
      const task = rowOf.externalTask(event.id)
      return task === null
        ? null
        : fact(task.instanceId, event.at, 'external-task-ended', task.id, task.elementInstanceId, {
            ...describeExternalTask(task),
            outcome: event.outcome,
          })
    }
    default:
      return null
  }
}

function linksBefore(
  event: Extract<Event, { type: 'taskChanged' }>,
  { before: earlier, rowOf }: HistoryContext,
  links: Map<string, TaskLinks>,
): Partial<TaskLinks> | undefined {
  const changed = linkFields.filter((field) => event.patch[field] !== undefined)
  if (changed.length === 0) return undefined
  const before = links.get(event.id) ?? earlier.task(event.id) ?? rowOf.task(event.id)
  if (before === null || before === undefined) return undefined
  links.set(event.id, { ...before, ...event.patch })
  return Object.fromEntries(changed.map((field) => [field, before[field]]))
}

function describeJob(
  { id: _id, instanceId, elementInstanceId, error: _error, ...job }: Job,
  { executionOf }: HistoryContext,
): Record<string, unknown> {
  return { ...job, executionId: executionOf(elementInstanceId, instanceId) }
}

function describeExternalTask({
  elementId,
  executionId,
  topic,
  workerId,
  priority,
  retries,
  createdAt,
}: ExternalTask): Record<string, unknown> {
  return { elementId, executionId, topic, workerId, priority, retries, createdAt }
}
