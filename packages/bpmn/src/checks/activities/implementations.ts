import { rulesOf } from '../../dialects/index.ts'
import type { Implementation, ServiceTask } from '../../model.ts'
import { nameElement, nameElementById } from '../../name-element.ts'
import type { Finding, Severity } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Checks that service, send and business rule tasks have an implementation that can run. */
export function* checkImplementations(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!('implementation' in element)) continue
    const { implementation } = element
    if (implementation.kind === 'none') yield* checkMissing(index, element)
    if (implementation.kind === 'builtIn') yield* checkBuiltIn(index, element.id, implementation)
    if (implementation.kind === 'class' || implementation.kind === 'delegateExpression') {
      if (implementation.resultVariable !== null && element.type === 'serviceTask') {
        yield {
          code: 'bpmn.value-invalid',
          elementId: element.id,
          message: `Expected no result variable at ${nameElement(element)}, because Java code sets its variables itself, but there is “${implementation.resultVariable}”. Remove it or use an expression.`,
        }
      }
    }
  }
}

function* checkMissing(index: ModelIndex, task: ServiceTask): Iterable<Finding> {
  if (task.type === 'sendTask' && task.message !== null) return
  const isRule = task.type === 'businessRuleTask'
  yield {
    code: isRule ? 'activity.decision' : 'activity.implementation',
    severity: severityOfMissing(index, task),
    elementId: task.id,
    message: isRule
      ? `Expected ${nameElement(task)} to name a decision, but it names none. Set decisionRef.`
      : `Expected ${nameElement(task)} to have an implementation, but it has no expression, class, delegate expression, connector or type. Add one.`,
  }
}

/**
 * Returns the severity of a task without an implementation. Vendors refuse such tasks. In other models they pass
 * straight through, which an unfinished drawing needs; so do those with an implementation for another engine.
 */
function severityOfMissing({ model }: ModelIndex, { implementation }: ServiceTask): Severity {
  const isElsewhere = implementation.kind === 'none' && implementation.isElsewhere
  return isElsewhere || rulesOf(model).tasksMayDoNothing ? 'warning' : 'error'
}

function* checkBuiltIn(
  index: ModelIndex,
  elementId: string,
  service: Extract<Implementation, { kind: 'builtIn' }>,
): Iterable<Finding> {
  const name = service.name.toLowerCase()
  const task = nameElementById(index.model, elementId)
  const has = (...names: string[]) => service.fields.some((field) => names.includes(field.name))
  const { builtIns } = rulesOf(index.model)
  if (builtIns?.includes(name) === false) {
    yield invalid(
      elementId,
      `Expected the type of ${task} to be external, ${builtIns.join(' or ')}, but it is “${service.name}”.`,
    )
  }
  if (name === 'mail' && !has('to', 'cc', 'bcc')) {
    yield invalid(elementId, `Expected the mail task ${task} to have a recipient, but it has none. Add the field “to”.`)
  }
  if (name === 'mail' && !has('template', 'text', 'html', 'textVar', 'htmlVar')) {
    yield invalid(
      elementId,
      `Expected the mail task ${task} to have a text, but it has none. Add the field “text” or “html”, or name an email template in the field “template”.`,
    )
  }
  if (name === 'shell' && !has('command')) {
    yield invalid(
      elementId,
      `Expected the shell task ${task} to have a command, but it has none. Add the field “command”.`,
    )
  }
}

function invalid(elementId: string, message: string): Finding {
  return { code: 'activity.implementation', elementId, message }
}
