import { child, define, extension, extensionElement } from '../property.ts'
import { assignmentRules } from '../words.ts'

export const task = define(['userTask'], {
  assignee: extension('expression'),
  /** The id of a user task whose last assignee gets the task if nobody is named. Only in our own dialect. */
  assigneeOf: extension('text'),
  /** A rule that finds an assignee when the task is created and has none. Only in our own dialect. */
  assignBy: extension('choice', { options: assignmentRules }),
  /**
   * For the rule `manager`: the name of the hierarchy whose positions are used. Without it, the manager of the user is
   * used.
   */
  managerIn: extension('text'),
  /** For the rule `manager`: how many levels up, 1 to 9. */
  managerLevels: extension('text'),
  /** For the rule `position`: the name of a position, and of its hierarchy. */
  position: extension('text'),
  positionIn: extension('text'),
  /** For the rule `property`: the key of a user property, and the value that users must have. */
  userProperty: extension('text'),
  userPropertyValue: extension('expression'),
  owner: extension('expression'),
  candidateUsers: extension('expressions'),
  candidateGroups: extension('expressions'),
  humanPerformer: child('elements'),
  performer: child('elements'),
  potentialOwner: child('elements'),
})

export const starters = define(['process'], {
  candidateStarterUsers: extension('expressions'),
  candidateStarterGroups: extension('expressions'),
  potentialStarter: extensionElement('elements'),
})

/**
 * Resource roles: BPMN 2.0, 10.3.2. The users are named by an expression in an element of the role, or by a resource of
 * the file.
 */
export const role = define(['humanPerformer', 'performer', 'potentialOwner', 'potentialStarter'], {
  resourceAssignmentExpression: child('element'),
  resourceRef: child('element'),
})

export const assigned = define(['resourceAssignmentExpression'], {
  formalExpression: child('element'),
  expression: child('element'),
})
