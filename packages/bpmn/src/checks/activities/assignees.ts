import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Who is taken over from another task is taken from a user task of the same process. */
export function* checkAssignees({ model }: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(model.elements)) {
    if (element.type !== 'userTask' || element.assigneeOf === null) continue
    if (model.elements[element.assigneeOf]?.type === 'userTask') continue
    yield {
      code: 'activity.assignee',
      elementId: element.id,
      message: `Expected ${element.id} to take its assignee from a user task of this process, but “${element.assigneeOf}” is none. Choose another task.`,
    }
  }
}
