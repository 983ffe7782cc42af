import type { EventElement, TimerDefinition } from '@millrace/bpmn'
import { getElement } from '../definition.ts'
import type { Job } from '../state/rows.ts'
import { emit, fail, getDefinition, type Step } from '../step.ts'
import { firstDue, nextDue } from '../time/timer.ts'
import { occasionAt, type Waiting } from './catch-events.ts'
import { evaluate } from './evaluate.ts'

const defaultRetries = 3

/** Makes the job of a timer. Its due time is settled now; a cycle keeps its text and what is left of it. */
export function createTimer(
  step: Step,
  element: EventElement,
  definition: TimerDefinition,
  index: number,
  waiting: Waiting,
): void {
  const value = evaluate(step, occasionAt(step, element.id, waiting), definition.value)
  const due = firstDue(definition.timer, value, step.now, step.zone)
  if (!due.ok)
    fail('engine.value-invalid', `The timer of ${element.id} cannot be set: ${due.message}`, { elementId: element.id })
  insertTimer(step, element.id, waiting, due.at, { index, ...(due.cycle === null ? {} : { cycle: due.cycle }) })
}

/** After a timer that does not interrupt has fired: the next time of its cycle, if there is one. */
export function repeatTimer(step: Step, job: Job): void {
  const cycle = job.data?.cycle
  if (typeof cycle !== 'string' || job.dueAt === null) return
  const next = nextDue(cycle, new Date(job.dueAt), step.now, step.zone)
  if (next === null) return
  insertTimer(step, job.elementId, { scopeId: job.elementInstanceId, instanceId: job.instanceId }, next.at, {
    ...job.data,
    cycle: next.cycle,
  })
}

function insertTimer(step: Step, elementId: string, waiting: Waiting, dueAt: Date, data: Job['data']): void {
  const { async } = getElement(getDefinition(step, waiting.instanceId), elementId)
  const instance = step.state.instances.get(waiting.instanceId)
  const job: Job = {
    id: step.newId(),
    instanceId: waiting.instanceId,
    elementInstanceId: waiting.scopeId,
    elementId,
    kind: 'timer',
    dueAt: dueAt.toISOString(),
    retries: defaultRetries,
    priority: 0,
    isExclusive: async.exclusive,
    isSuspended: instance?.isSuspended ?? false,
    data,
    error: null,
    createdAt: step.at,
  }
  emit(step, { type: 'jobCreated', job })
}
