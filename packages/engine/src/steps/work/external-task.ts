import type { ExpressionText } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, fail, getDefinition, getInstance, type Step } from '../../step.ts'
import { evaluateInteger, evaluateString } from '../expressions/evaluate.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { occasionOf } from '../expressions/occasion.ts'

/** Creates a task that a worker outside fetches, locks and completes. */
export function createExternalTask(
  step: Step,
  { topic: topicText, priority }: { topic: ExpressionText; priority: ExpressionText | null },
  instance: ElementInstance,
): void {
  const occasion = occasionOf(instance)
  const { id: elementInstanceId, instanceId, elementId, executionId } = instance
  const { definitionId, tenantId, isSuspended } = getInstance(step, instanceId)
  const priorityText = priority ?? getDefinition(step, instanceId).model.taskPriority
  const topic = evaluateString(step, occasion, topicText)
  if (topic === null || topic === '')
    fail(
      'engine.value-invalid',
      `Expected a topic for ${nameElementOf(step, instance.instanceId, instance.elementId)}, but “${topicText.text}” gave nothing.`,
      {
        element: instance,
      },
    )
  emit(step, {
    type: 'externalTaskCreated',
    task: {
      id: step.newId(),
      instanceId,
      elementInstanceId,
      elementId,
      executionId,
      definitionId,
      topic,
      workerId: null,
      lockedUntil: null,
      retries: null,
      errorMessage: null,
      errorDetails: null,
      priority: priorityText === null ? 0 : evaluateInteger(step, occasion, priorityText, 'the priority'),
      isSuspended,
      createdAt: step.at,
      tenantId,
    },
  })
}
