import type { UserTask } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'
import { describeMissing } from './assignees.ts'

/**
 * Warns of user tasks that may have nobody to work on them: without an assignee, candidates and a rule, or with only a
 * rule, which may find nobody. A listener may still assign them when the task is created.
 */
export function* checkPeople({ model }: ModelIndex): Iterable<Finding> {
  // What is not deployed has no tasks.
  if (!model.isExecutable) return
  for (const element of Object.values(model.elements)) {
    if (element.type !== 'userTask' || isNamed(element) || element.assignBy === 'leastLoaded') continue
    if (element.assignBy === null && element.assigneeOf !== null) continue
    // An error says so already.
    if (describeMissing(element) !== null) continue
    yield {
      code: 'activity.nobody',
      severity: 'warning',
      elementId: element.id,
      message: element.assignBy === null ? describeNobody(element) : describeRule(element),
    }
  }
}

function isNamed({ assignee, candidateUsers, candidateGroups, taskListeners }: UserTask): boolean {
  const isNamedLater = taskListeners.some(({ event }) => event === 'create' || event === 'all')
  return assignee !== null || candidateUsers.length + candidateGroups.length > 0 || isNamedLater
}

function describeNobody(task: UserTask): string {
  return `Expected ${nameElement(task)} to have an assignee or candidates, but it has none, so nobody can work on the task. Add a user or a group.`
}

function describeRule(task: UserTask): string {
  const { assigneeOf, assignBy } = task
  if (assignBy === 'position' || assignBy === 'property') {
    const nobody = assignBy === 'position' ? 'the position may be empty' : 'no user may have the value'
    return `Expected ${nameElement(task)} to have candidates, because ${nobody}, but it has none. Add a group.`
  }
  const person = assigneeOf === null ? 'the user who started the process' : `the assignee of ${assigneeOf}`
  return `Expected ${nameElement(task)} to have candidates, because ${person} may have no manager, but it has none. Add a group.`
}
