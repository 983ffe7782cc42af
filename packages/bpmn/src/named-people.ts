import type { ExpressionText, ProcessModel } from './model.ts'

/** A user or group that a model names directly, without an expression. */
export interface NamedPerson {
  /** The id of the user task, or of the process for its starters. */
  readonly elementId: string
  readonly kind: 'user' | 'group'
  readonly key: string
}

/** Lists the users and groups that a model names without an expression, in document order. */
export function listNamedPeople(model: ProcessModel): NamedPerson[] {
  const found: NamedPerson[] = []
  const add = (elementId: string, kind: NamedPerson['kind'], texts: readonly (ExpressionText | null)[]) => {
    for (const text of texts)
      if (text !== null && text.language === 'literal' && text.text.trim() !== '')
        found.push({ elementId, kind, key: text.text.trim() })
  }
  add(model.id, 'user', model.candidateStarterUsers)
  add(model.id, 'group', model.candidateStarterGroups)
  for (const element of Object.values(model.elements)) {
    if (element.type !== 'userTask') continue
    add(element.id, 'user', [element.assignee, element.owner, ...element.candidateUsers])
    add(element.id, 'group', element.candidateGroups)
  }
  return found
}
