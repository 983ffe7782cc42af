import type { Move } from '../commands/moves.ts'
import type { RowsByTable } from './changed-rows.ts'
import type { TaskOperation } from './data/task-operation.ts'
import type {
  ElementInstance,
  ExternalTask,
  Incident,
  Job,
  ProcessInstance,
  Subscription,
  Task,
  Variable,
} from './rows.ts'

/**
 * A fact in the past tense. Only `applyEvent` changes state, and only by events. History is derived from them, so each
 * has the data that history needs.
 */
export type Event =
  | { readonly type: 'instanceStarted'; readonly instance: ProcessInstance; readonly initialVariables: number }
  | { readonly type: 'instanceChanged'; readonly id: string; readonly patch: Partial<ProcessInstance> }
  | {
      readonly type: 'instanceEnded'
      readonly instance: ProcessInstance
      readonly at: string
      readonly outcome: InstanceOutcome
      readonly reason: string | null
      readonly endElementId: string | null
    }
  | { readonly type: 'elementEntered'; readonly element: ElementInstance }
  | { readonly type: 'elementChanged'; readonly id: string; readonly patch: Partial<ElementInstance> }
  | {
      readonly type: 'elementLeft'
      /** The row as it was left. Its variables go with it. */
      readonly element: ElementInstance
      readonly at: string
      readonly isCancelled: boolean
      /** An end event. */
      readonly endsPath: boolean
    }
  /** A scope has completed and stays, with its variables, because it can still be compensated. */
  | { readonly type: 'elementKept'; readonly element: ElementInstance; readonly at: string }
  | {
      readonly type: 'variableSet'
      readonly variable: Variable
      readonly isNew: boolean
      readonly at: string
      readonly elementInstanceId: string | null
    }
  | {
      readonly type: 'variableRemoved'
      readonly variable: Variable
      readonly at: string
      readonly elementInstanceId: string | null
    }
  | { readonly type: 'taskCreated'; readonly task: Task }
  | {
      readonly type: 'taskChanged'
      readonly id: string
      readonly patch: Partial<Task>
      readonly at: string
      readonly operation: TaskOperation
      /** See the command. */
      readonly inPlaceOf?: string
    }
  | {
      readonly type: 'taskEnded'
      readonly task: Task
      readonly at: string
      readonly reason: 'completed' | 'deleted' | (string & {})
    }
  /** `isRepetition`: the next job of a repeating timer, which is suspended and urgent like the one before it. */
  | { readonly type: 'jobCreated'; readonly job: Job; readonly isRepetition?: true }
  | { readonly type: 'jobChanged'; readonly id: string; readonly patch: Partial<Job>; readonly at: string }
  | { readonly type: 'jobEnded'; readonly id: string; readonly at: string; readonly outcome: 'done' | 'deleted' }
  | { readonly type: 'subscriptionOpened'; readonly subscription: Subscription }
  | { readonly type: 'subscriptionChanged'; readonly id: string; readonly patch: Partial<Subscription> }
  | { readonly type: 'subscriptionClosed'; readonly id: string }
  | { readonly type: 'externalTaskCreated'; readonly task: ExternalTask }
  | {
      readonly type: 'externalTaskChanged'
      readonly id: string
      readonly patch: Partial<ExternalTask>
      readonly at: string
    }
  | {
      readonly type: 'externalTaskEnded'
      readonly id: string
      readonly at: string
      readonly outcome: 'done' | 'deleted'
    }
  | { readonly type: 'incidentRaised'; readonly incident: Incident }
  | { readonly type: 'incidentChanged'; readonly id: string; readonly patch: Partial<Incident> }
  | {
      readonly type: 'incidentEnded'
      readonly id: string
      readonly at: string
      readonly outcome: 'resolved' | 'deleted'
    }
  | { readonly type: 'decisionEvaluated'; readonly evaluation: DecisionEvaluation }
  /** Somebody has moved its tokens. What came of that are events of their own. */
  | {
      readonly type: 'instanceModified'
      readonly id: string
      readonly instanceId: string
      readonly at: string
      readonly moves: readonly Move[]
      readonly note: string | null
      /** Whether an instance in which nothing is left counts as ended from inside, as in Camunda's batches. */
      readonly isInternal?: boolean
    }
  /** The instance continues in another definition. */
  | {
      readonly type: 'instanceMigrated'
      readonly id: string
      readonly instanceId: string
      readonly at: string
      readonly sourceId: string
      readonly targetId: string
      readonly note: string | null
    }
  /** Restored rows of an undone change. Everything that the change had created has ended by events of its own. */
  | {
      readonly type: 'changeUndone'
      readonly id: string
      readonly instanceId: string
      readonly at: string
      readonly what: UndoableChange
      readonly rows: RowsByTable
    }
  /** The instance is a restart of an ended one. */
  | {
      readonly type: 'instanceRestarted'
      readonly id: string
      readonly instanceId: string
      readonly at: string
      readonly restartOf: string
    }

/** The part of a change by an operator that can be undone. */
export type UndoableChange = 'modification' | 'migration' | 'variables'

export type InstanceOutcome = 'completed' | 'terminated' | 'deleted'

/** The evaluation of a decision, for history. */
export interface DecisionEvaluation {
  readonly id: string
  readonly instanceId: string
  readonly elementInstanceId: string
  readonly elementId: string
  readonly definitionId: string
  /** The id of the requested decision definition. */
  readonly decisionId: string
  readonly at: string
  /** The trace of the DMN package: inputs, outputs and matching rules of each decision. */
  readonly trace: unknown
}
