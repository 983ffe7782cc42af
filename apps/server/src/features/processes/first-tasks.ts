import type { ExpressionText, FlowElement, ProcessModel, StartEvent, UserTask } from '@millrace/bpmn'

/**
 * The properties of a task that its model defines without running it: candidates that are plain text; others are
 * evaluated when the process runs.
 */
export interface FirstTask {
  readonly name: string
  readonly groups: readonly string[]
  readonly users: readonly string[]
}

const most = { tasks: 5, steps: 50 }

/**
 * Lists the tasks that users may get first after a start, according to the model: including tasks behind gateways and
 * automatic steps.
 */
export function listFirstTasks(model: ProcessModel, start: StartEvent | undefined): FirstTask[] {
  const found: FirstTask[] = []
  const seen = new Set<string>()
  const open: FlowElement[] = start === undefined ? [] : [start]
  for (let element = open.shift(); element !== undefined && seen.size < most.steps; element = open.shift()) {
    if (seen.has(element.id)) continue
    seen.add(element.id)
    if (element.type === 'userTask') found.push(present(element))
    else
      for (const flow of element.outgoing) {
        const next = model.elements[model.flows[flow]?.targetId ?? '']
        if (next !== undefined) open.push(next)
      }
  }
  return found.slice(0, most.tasks)
}

function present({ id, name, nameText, assignee, candidateUsers, candidateGroups }: UserTask): FirstTask {
  const plain = (texts: readonly (ExpressionText | null)[]) =>
    texts.flatMap((text) => (text?.language === 'literal' && text.text.trim() !== '' ? [text.text.trim()] : []))
  return {
    name: (nameText === null || nameText.language === 'literal' ? name : null) ?? id,
    groups: plain(candidateGroups),
    users: plain([assignee, ...candidateUsers]),
  }
}
