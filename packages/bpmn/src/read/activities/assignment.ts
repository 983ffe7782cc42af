import { localName, type XmlElement } from '@millrace/xml'
import type { ExpressionText, UserTask } from '../../model.ts'
import { elementOf, elementsOf, textOf } from '../../vocabulary/read.ts'
import * as roles from '../../vocabulary/themes/assignment.ts'
import { naming } from '../../vocabulary/themes/general.ts'
import { assignmentRules } from '../../vocabulary/words.ts'
import { splitCommaList } from '../comma-list.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, expressionsOf, expressionText, filledExpression } from '../expression-text.ts'

/** Reads who may work on a user task: BPMN's resource roles (10.3.2) together with attributes of vendors. */
export function readAssignment(
  context: ReadContext,
  element: XmlElement,
): Pick<
  UserTask,
  | 'assignee'
  | 'assigneeOf'
  | 'assignBy'
  | 'managerIn'
  | 'managerLevels'
  | 'position'
  | 'positionIn'
  | 'userProperty'
  | 'userPropertyValue'
  | 'owner'
  | 'candidateUsers'
  | 'candidateGroups'
> {
  const owners = readCandidates(context, elementsOf(element, roles.task.potentialOwner))
  return {
    assignee: readAssignee(context, element),
    assigneeOf: textOf(element, roles.task.assigneeOf)?.trim() || null,
    assignBy: readRule(element),
    managerIn: textOf(element, roles.task.managerIn)?.trim() || null,
    managerLevels: readLevels(context, element),
    position: textOf(element, roles.task.position)?.trim() || null,
    positionIn: textOf(element, roles.task.positionIn)?.trim() || null,
    userProperty: textOf(element, roles.task.userProperty)?.trim() || null,
    userPropertyValue: expressionOf(context, element, roles.task.userPropertyValue),
    owner: expressionOf(context, element, roles.task.owner),
    candidateUsers: [...owners.users, ...expressionsOf(context, element, roles.task.candidateUsers)],
    candidateGroups: [...owners.groups, ...expressionsOf(context, element, roles.task.candidateGroups)],
  }
}

/** Reads the assignment rule of a user task. The check of attributes reports unknown rules. */
function readRule(element: XmlElement): UserTask['assignBy'] {
  const text = textOf(element, roles.task.assignBy)?.trim()
  return assignmentRules.find((rule) => rule === text) ?? null
}

/** Reads how many levels up a manager is. */
function readLevels(context: ReadContext, element: XmlElement): number {
  const text = textOf(element, roles.task.managerLevels)?.trim() ?? ''
  if (text === '') return 1
  if (/^[1-9]$/.test(text)) return Number(text)
  context.report(
    element,
    'activity.assignee',
    `Expected the levels up to a manager to be from 1 to 9, but it is “${text}”. Enter another number.`,
  )
  return 1
}

/** Reads who may start a process: attributes of vendors, and the old `potentialStarter` element. */
export function readStarters(
  context: ReadContext,
  process: XmlElement,
): { candidateStarterUsers: ExpressionText[]; candidateStarterGroups: ExpressionText[] } {
  const starters = readCandidates(context, elementsOf(process, roles.starters.potentialStarter))
  return {
    candidateStarterUsers: [
      ...starters.users,
      ...expressionsOf(context, process, roles.starters.candidateStarterUsers),
    ],
    candidateStarterGroups: [
      ...starters.groups,
      ...expressionsOf(context, process, roles.starters.candidateStarterGroups),
    ],
  }
}

function readAssignee(context: ReadContext, element: XmlElement): ExpressionText | null {
  const performers = [...elementsOf(element, roles.task.humanPerformer), ...elementsOf(element, roles.task.performer)]
  const named = performers.map(assignmentText).filter((text) => text !== '')
  const attribute = expressionOf(context, element, roles.task.assignee)
  if (named.length + (attribute === null ? 0 : 1) > 1) {
    context.report(
      element,
      'activity.assignee',
      'Expected a user task to name its assignee once, but it does so more than once. Keep one of them.',
    )
  }
  return attribute ?? filledExpression(context, named[0] ?? null)
}

/** `user(kermit), group(management)`; a bare name is a group, and so is a resource. */
function readCandidates(
  context: ReadContext,
  roles: readonly XmlElement[],
): { users: ExpressionText[]; groups: ExpressionText[] } {
  const users: ExpressionText[] = []
  const groups: ExpressionText[] = []
  for (const entry of roles.flatMap((role) => splitCommaList(assignmentText(role)))) {
    const call = /^(user|group)\s*\((.*)\)$/s.exec(entry)
    const name = expressionText(context.dialect, (call?.[2] ?? entry).trim())
    if (call?.[1] === 'user') users.push(name)
    else groups.push(name)
  }
  for (const name of roles.map((role) => resourceOf(context, role)))
    if (name !== null) groups.push(expressionText(context.dialect, name))
  return { users, groups }
}

/**
 * Returns the resource of the file that a role refers to, by its name; one that the file does not describe is known by
 * its id.
 */
function resourceOf(context: ReadContext, role: XmlElement): string | null {
  const id = elementOf(role, roles.role.resourceRef)?.text.trim() || null
  if (id === null) return null
  const resource = context.roots.find('resource', id)
  return (resource === null ? null : textOf(resource, naming.name)?.trim()) || localName(id)
}

function assignmentText(role: XmlElement): string {
  const holder = elementOf(role, roles.role.resourceAssignmentExpression)
  const expression =
    holder === null
      ? null
      : (elementOf(holder, roles.assigned.formalExpression) ?? elementOf(holder, roles.assigned.expression))
  return expression?.text.trim() ?? ''
}
