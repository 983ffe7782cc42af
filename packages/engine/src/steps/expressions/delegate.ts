import type { Delegate, Field, Implementation } from '@millrace/bpmn'
import type { JavaBinding } from '../../definition.ts'
import { NeedsMore } from '../../outcome.ts'
import { fail, type Step } from '../../step.ts'
import { evaluate, evaluateScript } from './evaluate.ts'
import { nameElementOf } from './name-place.ts'
import { failurePlace, type Occasion } from './occasion.ts'

/** Runs the implementation of a listener or variable mapping and returns its value. */
export function runDelegate(step: Step, occasion: Occasion, delegate: Delegate): unknown {
  switch (delegate.kind) {
    case 'expression':
      return evaluate(step, occasion, delegate.expression)
    case 'script':
      return evaluateScript(step, occasion, delegate.script).value
    case 'class':
    case 'delegateExpression':
      return runBound(step, occasion, getBinding(step, occasion, delegate), delegate.fields)
    default:
      return delegate satisfies never
  }
}

type Java = Extract<Delegate | Implementation, { kind: 'class' | 'delegateExpression' }>

/**
 * Returns the binding of a Java class or bean. Models that need Java can be deployed; without a binding the step fails
 * with the name of the class and what to do.
 */
export function getBinding(step: Step, occasion: Occasion, java: Java): JavaBinding {
  const name = java.kind === 'class' ? java.name : java.expression.text.trim()
  const bound = step.sources.binding === undefined ? null : step.sources.binding(name)
  if (bound === undefined) throw new NeedsMore({ kind: 'binding', name })
  if (bound !== null) return bound
  const what = java.kind === 'class' ? `the Java class ${name}` : `the Java bean ${name}`
  return fail(
    'engine.java-not-bound',
    `Expected a binding for ${what} at ${nameElementOf(step, occasion.place.instanceId, occasion.elementId)}, because Java code does not run here. Bind it to an expression, a script or a topic on the page “Bindings”, and retry the step, or change the model.`,
    { ...failurePlace(occasion), detail: { java: name } },
  )
}

/** Runs the binding of a Java class or bean and returns its value. Fields of the model are variables for it. */
export function runBound(step: Step, occasion: Occasion, bound: JavaBinding, fields: readonly Field[]): unknown {
  const extra = { ...occasion.extra, ...readFields(step, occasion, fields) }
  switch (bound.kind) {
    case 'expression':
      return evaluate(step, { ...occasion, extra }, bound.expression)
    case 'script':
      return evaluateScript(step, { ...occasion, extra }, bound.script).value
    case 'external':
      return fail(
        'engine.not-supported',
        `Expected an expression or a script in place of Java at ${nameElementOf(step, occasion.place.instanceId, occasion.elementId)}, but it is bound to the external topic ${bound.topic}, which only a task can wait for. Bind it to a script.`,
        failurePlace(occasion),
      )
    default:
      return bound satisfies never
  }
}

export function readFields(step: Step, occasion: Occasion, fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, evaluate(step, occasion, value)]))
}
