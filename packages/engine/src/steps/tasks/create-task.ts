import type { ExpressionText, UserTask } from '@millrace/bpmn'
import { readDate } from '@millrace/time'
import { StepFailure } from '../../outcome.ts'
import type { ElementInstance, Task } from '../../state/rows.ts'
import { emit, fail, getInstance, getSemantics, type Step } from '../../step.ts'
import { detailOf, evaluate, evaluateInteger, evaluateString } from '../expressions/evaluate.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { failurePlace, type Occasion, occasionOf } from '../expressions/occasion.ts'
import { readTitle, titleInstance } from '../instances/titles.ts'
import { createTimer, findCalendar } from '../jobs/timers.ts'
import { setPlain } from '../variables/variables.ts'
import { assignByRule } from './assign-by.ts'
import { runTaskListeners } from './change-task.ts'
import { findLastAssignee } from './last-assignee.ts'

const defaultPriority = 50

/** Creates the task of a user task and runs its `create` and `assignment` listeners. */
export function createTask(step: Step, element: UserTask, instance: ElementInstance): void {
  const occasion = occasionOf(instance)
  titleInstance(step, instance.instanceId)
  const processInstance = getInstance(step, instance.instanceId)
  const candidateUsers = readNames(step, occasion, element.candidateUsers)
  const candidateGroups = readNames(step, occasion, element.candidateGroups)
  const task: Task = {
    id: step.newId(),
    instanceId: instance.instanceId,
    elementInstanceId: instance.id,
    executionId: instance.executionId,
    definitionId: processInstance.definitionId,
    taskKey: element.id,
    title: readTitle(step, occasion, element.title),
    name: evaluateWords(step, occasion, element.nameText),
    description: evaluateWords(step, occasion, element.descriptionText),
    assignee: findAssignee(step, element, { occasion, users: candidateUsers, groups: candidateGroups }),
    owner: nonEmpty(evaluateString(step, occasion, element.owner)),
    delegation: null,
    priority:
      element.priority === null ? defaultPriority : evaluateInteger(step, occasion, element.priority, 'the priority'),
    dueAt: readDue(step, occasion, element.dueDate, element.calendar),
    followUpAt: readDue(step, occasion, element.followUpDate, element.calendar),
    category: evaluateString(step, occasion, element.category),
    formKey: element.form?.key == null ? null : evaluateString(step, occasion, element.form.key),
    isSuspended: processInstance.isSuspended,
    createdAt: step.at,
    updatedAt: null,
    tenantId: processInstance.tenantId,
    candidateUsers,
    candidateGroups,
    parentTaskId: null,
  }
  emit(step, { type: 'taskCreated', task })
  const idVariable = evaluateString(step, occasion, element.taskIdVariable)
  if (idVariable !== null) setPlain(step, occasion.place, idVariable, task.id)
  openTimeouts(step, element, instance)
  runTaskListeners(step, element.taskListeners, 'create', { element: instance, task })
  const created = step.state.tasks.get(task.id)
  if (task.assignee !== null && created !== undefined && created.assignee === task.assignee) {
    runTaskListeners(step, element.taskListeners, 'assignment', { element: instance, task: created })
  }
}

interface Surroundings {
  readonly occasion: Occasion
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

/** Finds the assignee: the named user, otherwise the last assignee, otherwise by the rule. */
function findAssignee(step: Step, element: UserTask, { occasion, users, groups }: Surroundings): string | null {
  const { assignee, assigneeOf, assignBy } = element
  const { instanceId } = occasion.place
  const named = nonEmpty(evaluateString(step, occasion, assignee))
  if (named !== null) return named
  // The manager of whoever had it, not he himself.
  const last = assigneeOf === null || assignBy === 'manager' ? null : findLastAssignee(step, instanceId, assigneeOf)
  if (last !== null) return last
  const value = assignBy === 'property' ? evaluateString(step, occasion, element.userPropertyValue) : null
  return assignByRule(step, element, { instanceId, users, groups, value })
}

/**
 * To Flowable words with an expression that fails are words as they stand. Words that come to nothing are none to
 * anybody.
 */
function evaluateWords(step: Step, occasion: Occasion, text: ExpressionText | null): string | null {
  try {
    return evaluateString(step, occasion, text)
  } catch (error) {
    const stand = error instanceof StepFailure && getSemantics(step, occasion.place.instanceId).failingTextsAreLiteral
    if (stand) return text?.text ?? null
    throw error
  }
}

/** Listeners for `timeout` wait with a timer of their own for as long as the task is open. */
function openTimeouts(step: Step, element: UserTask, { id: scopeId, instanceId }: ElementInstance): void {
  for (const [index, { event, timer }] of element.taskListeners.entries()) {
    if (event === 'timeout' && timer !== null)
      createTimer(step, timer, { kind: 'timeout', elementId: element.id, waiting: { scopeId, instanceId }, index })
  }
}

/** Returns a date, a text in ISO 8601 or a duration from now. */
function readDue(
  step: Step,
  occasion: Occasion,
  text: ExpressionText | null,
  calendarName: string | null,
): string | null {
  const value = text === null ? null : evaluate(step, occasion, text)
  if (text === null || value === null || value === undefined || value === '') return null
  const date = readDate(value, step.now, step.zone, findCalendar(step, calendarName, occasion))
  if (date !== null) return date.toISOString()
  return fail(
    'engine.value-invalid',
    `Expected “${text.text}” at ${nameElementOf(step, occasion.place.instanceId, occasion.elementId)} to give a date such as 2026-01-31T10:00:00 or a duration such as P3D, but it gave ${String(value)}.`,
    { ...failurePlace(occasion), detail: detailOf(step, occasion, text, value) },
  )
}

/** Reads names of candidates. Each text is one name, several names separated by commas, or a list. */
function readNames(step: Step, occasion: Occasion, texts: readonly ExpressionText[]): string[] {
  const names = texts.flatMap((text) => {
    const value = evaluate(step, occasion, text)
    if (value === null || value === undefined) return []
    return Array.isArray(value) ? value.map(String) : String(value).split(',')
  })
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]
}

function nonEmpty(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}
