import type { Implementation } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import type { Step } from '../../step.ts'
import { getBinding, runBound } from '../expressions/delegate.ts'
import { evaluateTyped } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { setLocalVariable, setPlain, setVariable } from '../variables/variables.ts'
import { createWork } from './create-work.ts'
import { runDecision } from './decision.ts'
import { createExternalTask } from './external-task.ts'

/** Runs the implementation of a service task. Returns `waits` when a job or a worker completes the task later. */
export function runImplementation(
  step: Step,
  implementation: Implementation,
  instance: ElementInstance,
): 'done' | 'waits' {
  const occasion = occasionOf(instance)
  switch (implementation.kind) {
    case 'none':
      return 'done'
    case 'expression': {
      const { resultVariable, isLocalResult } = implementation
      const value = evaluateTyped(step, occasion, implementation.expression)
      if (resultVariable === null) return 'done'
      if (isLocalResult) setLocalVariable(step, occasion.place, instance.id, resultVariable, value)
      else setVariable(step, occasion.place, resultVariable, value)
      return 'done'
    }
    case 'decision':
      runDecision(step, implementation.decision, instance)
      return 'done'
    case 'external':
      createExternalTask(step, implementation, instance)
      return 'waits'
    case 'class':
    case 'delegateExpression':
      return runJava(step, implementation, instance)
    case 'adapter':
    case 'connector':
    case 'builtIn':
      createWork(step, implementation, instance)
      return 'waits'
    default:
      return implementation satisfies never
  }
}

/** Executes the binding of a Java class or bean. */
function runJava(
  step: Step,
  java: Extract<Implementation, { kind: 'class' | 'delegateExpression' }>,
  instance: ElementInstance,
): 'done' | 'waits' {
  const occasion = occasionOf(instance)
  const bound = getBinding(step, occasion, java)
  if (bound.kind === 'external') {
    createExternalTask(step, { topic: { language: 'literal', text: bound.topic }, priority: null }, instance)
    return 'waits'
  }
  const value = runBound(step, occasion, bound, java.fields)
  if (java.resultVariable !== null) setPlain(step, occasion.place, java.resultVariable, value)
  return 'done'
}
