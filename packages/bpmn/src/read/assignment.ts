import { extension, listExtensions } from '../dialects/extensions.ts'
import type { ExpressionText, UserTask } from '../model.ts'
import { findChild, listChildren, type XmlElement } from '../xml/element.ts'
import { splitCommaList } from './comma-list.ts'
import type { ReadContext } from './context.ts'
import { expressionText, filledExpression } from './expression-text.ts'

/** Who a user task is for: BPMN's own resource roles (10.3.2) and the vendors' attributes together. */
export function readAssignment(
  context: ReadContext,
  element: XmlElement,
): Pick<UserTask, 'assignee' | 'owner' | 'candidateUsers' | 'candidateGroups'> {
  const owners = readCandidates(context, listChildren(element, 'potentialOwner'))
  return {
    assignee: readAssignee(context, element),
    owner: filledExpression(context, extension(element, 'owner')),
    candidateUsers: [...owners.users, ...readList(context, extension(element, 'candidateUsers'))],
    candidateGroups: [...owners.groups, ...readList(context, extension(element, 'candidateGroups'))],
  }
}

/** Who may start a process: the vendors' attributes, and the old `potentialStarter` element. */
export function readStarters(
  context: ReadContext,
  process: XmlElement,
): { candidateStarterUsers: ExpressionText[]; candidateStarterGroups: ExpressionText[] } {
  const starters = readCandidates(context, listExtensions(process, 'potentialStarter'))
  return {
    candidateStarterUsers: [...starters.users, ...readList(context, extension(process, 'candidateStarterUsers'))],
    candidateStarterGroups: [...starters.groups, ...readList(context, extension(process, 'candidateStarterGroups'))],
  }
}

function readAssignee(context: ReadContext, element: XmlElement): ExpressionText | null {
  const performers = [...listChildren(element, 'humanPerformer'), ...listChildren(element, 'performer')]
  const named = performers.map(assignmentText).filter((text) => text !== '')
  const attribute = filledExpression(context, extension(element, 'assignee'))
  if (named.length + (attribute === null ? 0 : 1) > 1) {
    context.report(
      element,
      'activity.assignee',
      'Expected a user task to name its assignee once, but it does so more than once. Keep one of them.',
    )
  }
  return attribute ?? filledExpression(context, named[0] ?? null)
}

function readList(context: ReadContext, text: string | null): ExpressionText[] {
  return splitCommaList(text ?? '').map((one) => expressionText(context.dialect, one))
}

/** `user(kermit), group(management)`; a bare name is a group. */
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
  return { users, groups }
}

function assignmentText(role: XmlElement): string {
  const holder = findChild(role, 'resourceAssignmentExpression')
  const expression = holder === null ? null : (findChild(holder, 'formalExpression') ?? findChild(holder, 'expression'))
  return expression?.text.trim() ?? ''
}
