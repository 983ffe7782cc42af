import type { Delegate, ExecutionListener, Implementation, TaskListener } from '../../model.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Java classes and beans deploy, but stop an instance that reaches them until they are bound to something that runs. */
export function* checkJava({ model }: ModelIndex): Iterable<Finding> {
  yield* checkListeners(model.id, model.listeners)
  for (const flow of Object.values(model.flows)) yield* checkListeners(flow.id, flow.listeners)
  for (const element of Object.values(model.elements)) {
    yield* checkListeners(element.id, element.listeners)
    if ('taskListeners' in element) yield* checkListeners(element.id, element.taskListeners)
    if ('implementation' in element) yield* checkOne(element.id, element.implementation)
    if ('mappingDelegate' in element && element.mappingDelegate !== null)
      yield* checkOne(element.id, element.mappingDelegate)
    if (!('definitions' in element)) continue
    for (const definition of element.definitions) {
      if (definition.kind === 'message' && definition.implementation !== null)
        yield* checkOne(element.id, definition.implementation)
    }
  }
}

function* checkListeners(id: string, listeners: readonly (ExecutionListener | TaskListener)[]): Iterable<Finding> {
  for (const { run } of listeners) yield* checkOne(id, run)
}

function* checkOne(elementId: string, code: Delegate | Implementation): Iterable<Finding> {
  if (code.kind !== 'class' && code.kind !== 'delegateExpression') return
  const name = code.kind === 'class' ? code.name : code.expression.text
  yield {
    code: 'bpmn.needs-binding',
    severity: 'warning',
    elementId,
    message: `Expected ${elementId} to run something other than Java, but it names “${name}”. Bind that to an expression, a script or an external topic.`,
  }
}
