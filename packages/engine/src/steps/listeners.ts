import type { Delegate, ExecutionListener, SequenceFlow, TaskListener } from '@millrace/bpmn'
import type { ElementInstance, ProcessInstance, Task } from '../state/rows.ts'
import { fail, type Step } from '../step.ts'
import { evaluate, evaluateScript, type Occasion, occasionOf } from './evaluate.ts'

/** Runs the execution listeners of an element for one event, in document order. */
export function runListeners(
  step: Step,
  listeners: readonly ExecutionListener[],
  eventName: 'start' | 'end',
  element: ElementInstance,
): void {
  if (listeners.length === 0) return
  runAll(step, listeners, eventName, occasionOf(element, { eventName }))
}

export function runInstanceListeners(
  step: Step,
  listeners: readonly ExecutionListener[],
  eventName: 'start' | 'end',
  instance: ProcessInstance,
  elementId: string,
): void {
  if (listeners.length === 0) return
  const place = { scopeId: instance.id, instanceId: instance.id, elementInstanceId: null }
  runAll(step, listeners, eventName, { place, elementId, element: null, eventName })
}

/** `take` listeners of a flow; they see the scope that the flow is in. */
export function runFlowListeners(step: Step, flow: SequenceFlow, left: ElementInstance): void {
  if (flow.listeners.length === 0) return
  const place = { scopeId: left.parentId, instanceId: left.instanceId, elementInstanceId: left.id }
  runAll(step, flow.listeners, 'take', occasionOf({ ...left, flowId: flow.id }, { place, eventName: 'take' }))
}

export function runTaskListeners(
  step: Step,
  listeners: readonly TaskListener[],
  eventName: string,
  element: ElementInstance,
  task: Task,
): void {
  for (const listener of listeners) {
    if (listener.event !== eventName && listener.event !== 'all') continue
    runDelegate(
      step,
      occasionOf(element, {
        task,
        eventName,
        place: { scopeId: task.id, instanceId: task.instanceId, elementInstanceId: element.id },
      }),
      listener.run,
    )
  }
}

function runAll(step: Step, listeners: readonly ExecutionListener[], eventName: string, occasion: Occasion): void {
  for (const listener of listeners) if (listener.event === eventName) runDelegate(step, occasion, listener.run)
}

/** Runs what a listener names and gives its value. */
export function runDelegate(step: Step, occasion: Occasion, delegate: Delegate): unknown {
  switch (delegate.kind) {
    case 'expression':
      return evaluate(step, occasion, delegate.expression)
    case 'script':
      return evaluateScript(step, occasion, delegate.script).value
    case 'class':
      return failWithoutBinding(occasion, `the Java class ${delegate.name}`)
    case 'delegateExpression':
      return failWithoutBinding(occasion, `the Java bean ${delegate.expression.text}`)
    default:
      return delegate satisfies never
  }
}

/** What needs Java deploys; reaching it names the class and what to do instead. */
export function failWithoutBinding(occasion: Occasion, what: string): never {
  return fail(
    'engine.java-not-bound',
    `Expected a binding for ${what} at ${occasion.elementId}, but there is none and Java does not run here. Bind it to an expression, a script or an external topic, or change the model.`,
    {
      elementId: occasion.elementId,
      ...(occasion.element === null ? {} : { element: occasion.element }),
      detail: { java: what },
    },
  )
}
