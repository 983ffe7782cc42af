import type { Definition } from '../definition.ts'
import type { PlainVariable } from '../outcome.ts'
import type { ChangedRows } from '../state/changed-rows.ts'
import type { TaskOperation } from '../state/data/task-operation.ts'
import type { UndoableChange } from '../state/events.ts'
import type { Task } from '../state/rows.ts'
import type { MigrationPlan } from './migration-plan.ts'
import type { Move, StartMove } from './moves.ts'

/** A command to an instance, in the imperative. */
export type Command =
  | {
      readonly type: 'startInstance'
      readonly definition: Definition
      readonly instanceId: string
      readonly businessKey: string | null
      readonly caseInstanceId?: string | null
      readonly variables: readonly PlainVariable[]
      /**
       * The element that the event starts: a start event, an instantiating receive task, or an event after an
       * instantiating gateway. Null: the process begins at its none start event.
       */
      readonly startElementId: string | null
      /**
       * The index of the definition that happened in a multiple start event; missing for a start event with one
       * definition.
       */
      readonly startDefinitionIndex?: number
      readonly tenantId: string | null
      /** The start positions of tokens, in place of the start event. */
      readonly moves?: readonly StartMove[]
      /** The ended instance of which this is a restart. */
      readonly restartOf?: string
      readonly skipsListeners?: boolean
      readonly skipsIoMappings?: boolean
    }
  /** Starts and ends tokens as somebody says, line by line: completely or not at all. */
  | {
      readonly type: 'modifyInstance'
      readonly instanceId: string
      readonly moves: readonly Move[]
      /** Variables of the process instance that are set before the first move. */
      readonly variables?: readonly PlainVariable[]
      readonly skipsListeners: boolean
      readonly skipsIoMappings: boolean
      /** Why. */
      readonly note: string | null
      /** Whether an instance in which nothing is left counts as ended from inside, as in Camunda's batches. */
      readonly isInternal?: boolean
    }
  /** Migrates an instance to another definition, completely or not at all. */
  | {
      readonly type: 'migrateInstance'
      readonly instanceId: string
      readonly plan: MigrationPlan
      /** Set in the instance. */
      readonly variables: readonly PlainVariable[]
      readonly skipsListeners: boolean
      readonly skipsIoMappings: boolean
      readonly note: string | null
    }
  /** Undoes what one of these changed, for as long as nothing else has happened to the instance. */
  | {
      readonly type: 'undoChange'
      readonly instanceId: string
      readonly what: UndoableChange
      readonly rows: ChangedRows
    }
  /** Opens the subscriptions by which a definition creates instances: messages, signals, conditions and timers. */
  | { readonly type: 'openStarts'; readonly definition: Definition }
  /** Creates a task that belongs to no process, of the definition of such tasks. */
  | {
      readonly type: 'createTask'
      readonly definition: Definition
      readonly taskId: string
      readonly fields: StandaloneTaskFields
    }
  | { readonly type: 'completeTask'; readonly taskId: string; readonly variables: readonly PlainVariable[] }
  /** The assignee of a task reports a BPMN error or an escalation. */
  | {
      readonly type: 'throwTaskEvent'
      readonly taskId: string
      readonly kind: 'error' | 'escalation'
      readonly code: string
      readonly message: string | null
      readonly variables: readonly PlainVariable[]
    }
  | { readonly type: 'claimTask'; readonly taskId: string; readonly userId: string }
  | { readonly type: 'unclaimTask'; readonly taskId: string }
  | {
      readonly type: 'changeTask'
      readonly taskId: string
      readonly patch: Partial<Task>
      readonly operation: TaskOperation
      /** The absent user on whose behalf the action is done. */
      readonly inPlaceOf?: string
    }
  /** Somebody, or a group, may claim a task from now on, or may not any more. */
  | {
      readonly type: 'changeCandidate'
      readonly taskId: string
      readonly candidate: { readonly userId: string } | { readonly groupId: string }
      readonly isAdded: boolean
    }
  | { readonly type: 'delegateTask'; readonly taskId: string; readonly userId: string }
  | {
      readonly type: 'resolveTask'
      readonly taskId: string
      readonly variables: readonly PlainVariable[]
      /** See `changeTask`. */
      readonly inPlaceOf?: string
    }
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
  | {
      readonly type: 'deleteInstance'
      readonly instanceId: string
      readonly reason: string | null
      /** Leaves out execution and task listeners. */
      readonly skipsListeners?: boolean
      /** Leaves out output mappings. */
      readonly skipsIoMappings?: boolean
    }
  | {
      readonly type: 'recordJobFailure'
      readonly jobId: string
      readonly message: string
      readonly isFinal: boolean
      readonly detail: Readonly<Record<string, unknown>> | null
      /** The element at which the job failed, which can differ from the element of the job. */
      readonly failedElementId?: string | null
    }
  | { readonly type: 'setJobRetries'; readonly jobId: string; readonly retries: number; readonly dueAt: string | null }
  /** Settles again when a timer is due; its durations begin when it was made, or now. */
  | { readonly type: 'resetTimer'; readonly jobId: string; readonly isFromCreation: boolean }
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
      readonly localVariables?: readonly PlainVariable[]
    }
  | { readonly type: 'setExternalTaskRetries'; readonly taskId: string; readonly retries: number }
  /** Starts one activity of an ad-hoc sub-process that is open. */
  | {
      readonly type: 'activateAdHoc'
      readonly instanceId: string
      readonly subProcessId: string
      readonly activityId: string
    }
  /**
   * Ends an ad-hoc sub-process without open activities, or any ad-hoc sub-process whose model cancels remaining
   * instances.
   */
  | { readonly type: 'completeAdHoc'; readonly instanceId: string; readonly subProcessId: string }
  | {
      readonly type: 'throwExternalTaskError'
      readonly taskId: string
      readonly code: string
      readonly message: string | null
      readonly variables: readonly PlainVariable[]
    }
  /** The work of a job of kind `work` has been done outside. */
  | {
      readonly type: 'completeWork'
      readonly jobId: string
      /**
       * The output of the work, by the names of its service: an HTTP call has `statusCode`, `reason`, `protocol`,
       * `headers`, `body`.
       */
      readonly output: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: 'failWork'
      readonly jobId: string
      readonly message: string
      readonly isFinal: boolean
      readonly detail: Readonly<Record<string, unknown>> | null
      /** Where taking in the results failed. */
      readonly failedElementId?: string | null
    }

export type CommandType = Command['type']
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>

/** The fields of a standalone task that its creator sets. */
export type StandaloneTaskFields = Pick<
  Task,
  | 'name'
  | 'description'
  | 'assignee'
  | 'owner'
  | 'delegation'
  | 'priority'
  | 'dueAt'
  | 'followUpAt'
  | 'tenantId'
  | 'parentTaskId'
>
