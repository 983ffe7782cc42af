import type { Definition } from '../definition.ts'
import type { PlainVariable } from '../outcome.ts'
import type { Task } from '../state/rows.ts'

/** Everything that may be done to an instance, in the imperative. */
export type Command =
  | {
      readonly type: 'startInstance'
      readonly definition: Definition
      readonly instanceId: string
      readonly businessKey: string | null
      readonly variables: readonly PlainVariable[]
      /** A start event that something particular fires; null for the none start event. */
      readonly startElementId: string | null
      readonly tenantId: string | null
    }
  | { readonly type: 'completeTask'; readonly taskId: string; readonly variables: readonly PlainVariable[] }
  | { readonly type: 'claimTask'; readonly taskId: string; readonly userId: string }
  | { readonly type: 'unclaimTask'; readonly taskId: string }
  | { readonly type: 'changeTask'; readonly taskId: string; readonly patch: Partial<Task>; readonly operation: string }
  | { readonly type: 'delegateTask'; readonly taskId: string; readonly userId: string }
  | { readonly type: 'resolveTask'; readonly taskId: string; readonly variables: readonly PlainVariable[] }
  | {
      readonly type: 'setVariables'
      /** A process instance, element instance or task. */
      readonly scopeId: string
      readonly instanceId: string
      readonly set: readonly PlainVariable[]
      readonly remove: readonly string[]
      readonly isLocal: boolean
    }
  | { readonly type: 'runJob'; readonly jobId: string }
  | {
      readonly type: 'triggerSubscription'
      readonly subscriptionId: string
      readonly variables: readonly PlainVariable[]
      readonly localVariables?: readonly PlainVariable[]
    }
  | { readonly type: 'signalElement'; readonly elementInstanceId: string; readonly variables: readonly PlainVariable[] }
  | { readonly type: 'suspendInstance'; readonly instanceId: string; readonly isSuspended: boolean }
  | { readonly type: 'deleteInstance'; readonly instanceId: string; readonly reason: string | null }
  | {
      readonly type: 'recordJobFailure'
      readonly jobId: string
      readonly message: string
      readonly isFinal: boolean
      readonly detail: Readonly<Record<string, unknown>> | null
    }
  | { readonly type: 'setJobRetries'; readonly jobId: string; readonly retries: number; readonly dueAt: string | null }
  | {
      readonly type: 'raiseIncident'
      readonly instanceId: string
      readonly elementInstanceId: string | null
      readonly elementId: string | null
      readonly incidentType: string
      readonly message: string
      readonly detail: Readonly<Record<string, unknown>> | null
    }
  | { readonly type: 'resolveIncident'; readonly incidentId: string }
  | { readonly type: 'evaluateConditions'; readonly instanceId: string; readonly variables: readonly PlainVariable[] }
  | {
      readonly type: 'completeExternalTask'
      readonly taskId: string
      readonly variables: readonly PlainVariable[]
      readonly localVariables: readonly PlainVariable[]
    }
  | {
      readonly type: 'failExternalTask'
      readonly taskId: string
      readonly message: string | null
      readonly details: string | null
      readonly retries: number
      readonly retryAt: string | null
      readonly variables: readonly PlainVariable[]
    }
  | { readonly type: 'setExternalTaskRetries'; readonly taskId: string; readonly retries: number }
  /** Starts one activity of an ad-hoc sub-process that is open. */
  | {
      readonly type: 'activateAdHoc'
      readonly instanceId: string
      readonly subProcessId: string
      readonly activityId: string
    }
  /** Ends an ad-hoc sub-process in which nothing is open, or all of it when the model cancels what remains. */
  | { readonly type: 'completeAdHoc'; readonly instanceId: string; readonly subProcessId: string }
  | {
      readonly type: 'throwExternalTaskError'
      readonly taskId: string
      readonly code: string
      readonly message: string | null
      readonly variables: readonly PlainVariable[]
    }

export type CommandType = Command['type']
