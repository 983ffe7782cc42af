import type { HostObject } from '@millrace/expressions'
import type { ExternalTask } from '../../../state/rows.ts'
import { gettersOf } from './getters.ts'

/** Creates the object `externalTask` for conditions of an external task's error events. */
export function createExternalTaskObject(task: ExternalTask): HostObject {
  const properties: Record<string, () => unknown> = {
    id: () => task.id,
    topicName: () => task.topic,
    workerId: () => task.workerId,
    activityId: () => task.elementId,
    activityInstanceId: () => task.elementInstanceId,
    executionId: () => task.executionId,
    processInstanceId: () => task.instanceId,
    processDefinitionId: () => task.definitionId,
    errorMessage: () => task.errorMessage,
    errorDetails: () => task.errorDetails,
    retries: () => task.retries,
    priority: () => task.priority,
    tenantId: () => task.tenantId,
  }
  return { properties, methods: gettersOf(properties) }
}
