import type { Implementation } from '@millrace/bpmn'
import type { ElementInstance } from '../state/rows.ts'
import { fromPlain } from '../state/value.ts'
import { emit, fail, getInstance, type Step } from '../step.ts'
import { runDecision } from './decision.ts'
import { evaluate, evaluateString, occasionOf } from './evaluate.ts'
import { failWithoutBinding } from './listeners.ts'
import { setLocalVariable, setPlain } from './variables.ts'

/** Runs what a service task names. `waits`: something outside has to finish it. */
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
      const value = evaluate(step, occasion, implementation.expression)
      if (implementation.resultVariable === null) return 'done'
      if (implementation.isLocalResult)
        setLocalVariable(step, occasion.place, instance.id, implementation.resultVariable, fromPlain(value))
      else setPlain(step, occasion.place, implementation.resultVariable, value)
      return 'done'
    }
    case 'decision':
      runDecision(step, implementation.decision, instance)
      return 'done'
    case 'external':
      createExternalTask(step, implementation, instance)
      return 'waits'
    case 'class':
      return failWithoutBinding(occasion, `the Java class ${implementation.name}`)
    case 'delegateExpression':
      return failWithoutBinding(occasion, `the Java bean ${implementation.expression.text}`)
    case 'connector':
      return fail(
        'engine.not-supported',
        `Expected a connector that is known here at ${instance.elementId}, but “${implementation.id}” is not.`,
        { element: instance },
      )
    case 'builtIn':
      return fail(
        'engine.not-supported',
        `Expected a built-in service that is known here at ${instance.elementId}, but “${implementation.name}” is not.`,
        {
          element: instance,
        },
      )
    default:
      return implementation satisfies never
  }
}

function createExternalTask(
  step: Step,
  implementation: Extract<Implementation, { kind: 'external' }>,
  instance: ElementInstance,
): void {
  const occasion = occasionOf(instance)
  const { definitionId, tenantId, isSuspended } = getInstance(step, instance.instanceId)
  const topic = evaluateString(step, occasion, implementation.topic)
  if (topic === null || topic === '')
    fail(
      'engine.value-invalid',
      `Expected a topic for ${instance.elementId}, but “${implementation.topic.text}” gave nothing.`,
      { element: instance },
    )
  emit(step, {
    type: 'externalTaskCreated',
    task: {
      id: step.newId(),
      instanceId: instance.instanceId,
      elementInstanceId: instance.id,
      elementId: instance.elementId,
      executionId: instance.executionId,
      definitionId,
      topic,
      workerId: null,
      lockedUntil: null,
      retries: null,
      errorMessage: null,
      errorDetails: null,
      priority: implementation.priority === null ? 0 : Number(evaluate(step, occasion, implementation.priority)),
      isSuspended,
      createdAt: step.at,
      tenantId,
    },
  })
}
