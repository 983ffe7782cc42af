import type { UserTask } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/**
 * Checks that a rule which takes the assignee of another task names a user task of the same process, and that a rule
 * for the least loaded user has candidates, and one for a position or property names it.
 */
export function* checkAssignees({ model }: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(model.elements)) {
    if (element.type !== 'userTask') continue
    if (element.assignBy === 'leastLoaded' && element.candidateUsers.length + element.candidateGroups.length === 0)
      yield {
        code: 'activity.candidates',
        elementId: element.id,
        message: `Expected ${nameElement(element)} to have candidates, because it is for the candidate with the fewest open tasks, but it has none. Add a group.`,
      }
    const missing = describeMissing(element)
    if (missing !== null)
      yield {
        code: 'activity.assignee',
        elementId: element.id,
        message: `Expected ${nameElement(element)} to have ${missing}, because its rule assigns users by them, but one of them is missing. Enter both.`,
      }
    if (element.assigneeOf === null || model.elements[element.assigneeOf]?.type === 'userTask') continue
    yield {
      code: 'activity.assignee',
      elementId: element.id,
      message: `Expected ${nameElement(element)} to take its assignee from a user task of this process, but “${element.assigneeOf}” is not a user task. Choose another task.`,
    }
  }
}

/** Returns the missing part that the rule of a user task needs; null when nothing is missing. */
export function describeMissing({
  assignBy,
  position,
  positionIn,
  userProperty,
  userPropertyValue,
}: UserTask): string | null {
  if (assignBy === 'position' && (position === null || positionIn === null)) return 'a position and its hierarchy'
  if (assignBy === 'property' && (userProperty === null || userPropertyValue === null))
    return 'a user property and its value'
  return null
}
