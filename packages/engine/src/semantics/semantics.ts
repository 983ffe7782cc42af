/**
 * Differences between engines in running the same model. Each property is one rule; its comment names the engines.
 * Rules of Camunda and Flowable were observed in Camunda 7.24 and Flowable 8.1, by their test suites and by replaying
 * random processes on them; documented rules have a reference. Rules of the standard have their clause.
 */
export interface Semantics {
  // --- the order of concurrent paths ---

  /**
   * Concurrent paths go on element by element, each in its turn (Flowable's agenda is a queue). Else each runs to where
   * it waits.
   */
  readonly pathsTakeTurns: boolean
  /** Paths that fork where something waited for the outside begin with the last in document order (Camunda). */
  readonly laterPathsGoFirstAfterWaiting: boolean
  /**
   * An inclusive join fires when each of its flows has brought a token, though more may come (BPMN 2.0, 13.4.3).
   * Flowable waits on.
   */
  readonly fullJoinFires: boolean

  /**
   * Whether the thrower of a signal, or the step that changes a variable of a condition, continues to its next wait
   * state or end before the paths of the catchers begin, except for interrupting ones (Camunda's
   * `ThrowSignalEventActivityBehavior` and `dispatchDelayedEventsAndPerformOperation` queue them and leave on top).
   * Otherwise the catchers go first.
   */
  readonly throwersGoFirst: boolean

  // --- asynchronous continuations, jobs, timers ---

  /** Boundary events may wait for a job before they are entered. Never in Flowable. */
  readonly boundaryEventsWaitBefore: boolean
  /**
   * A terminate or cancel end event with `asyncBefore` ends its scope when it is reached, not when its job runs
   * (Camunda).
   */
  readonly endsScopeBeforeJob: boolean
  /** An activity stays open, and can be interrupted, until the job after it has run (Flowable's `asyncLeave`). */
  readonly staysOpenUntilLeft: boolean
  /** Elements whose retry cycle is read: Flowable reads that of service tasks. */
  readonly retryCycleOf: 'all' | 'serviceTasks'
  /** An activity that ends its path stays open, with its boundary events, until the job after it has run (Camunda). */
  readonly endOfPathWaitsForJob: boolean
  /** The retry cycle holds from the first try (Camunda), else from the first failure (Flowable). */
  readonly retryCycleCountsFirstTry: boolean
  /** Whether a cycle continues when one of its timers fails. The failed timer is retried in addition (Camunda). */
  readonly cycleGoesOnAfterFailure: boolean
  /** The cycle that starts an event sub-process continues although the sub-process interrupts its scope (Flowable). */
  readonly cycleOutlivesItsScope: boolean
  /** Whether only the number of times of a cycle counts, and its end is not checked again (Camunda). */
  readonly cycleCountsTimesOnly: boolean

  // --- events ---

  /**
   * Whether conditional events are evaluated when they start to wait and at each change (Camunda), or only on request
   * (Flowable's `evaluateConditionalEvents`).
   */
  readonly conditionsWatch: boolean
  /**
   * An error that nothing catches ends its path (Camunda's default, `enableExceptionsAfterUnhandledBpmnError` off),
   * else it fails the step (Flowable).
   */
  readonly uncaughtErrors: 'endPath' | 'fail'
  /**
   * The out mappings of a call activity run before the engine searches outside for a handler of an error of the called
   * instance (Camunda).
   */
  readonly mapsOutputsOfThrower: boolean
  /**
   * Whether event sub-processes spare a part of their scope, as in Flowable: with an escalation the scope itself, with
   * an error the concurrent work, except in the process itself. Otherwise they interrupt all of it (BPMN 2.0, 10.5.6).
   */
  readonly eventSubProcessSpares: boolean
  /** An event sub-process catches errors and escalations from another event sub-process of its scope (Camunda). */
  readonly eventSubProcessCatchesFromSiblings: boolean
  /** Event sub-processes begin only while there is work in their scope beside others of them (Flowable). */
  readonly eventSubProcessesNeedWork: boolean
  /** A signal of the scope `processInstance` cannot come from outside (Flowable). */
  readonly signalsHaveScopes: boolean
  /**
   * Whether a process without a plain start event that is started by its key begins at its first start event
   * (Flowable), otherwise at a timer or its only start event (Camunda).
   */
  readonly startsAtFirstStartEvent: boolean

  // --- compensation ---

  /**
   * Whether handlers run one after another, in reverse order of completion (BPMN 2.0, 13.5.5), or all at once (Camunda
   * and Flowable).
   */
  readonly compensatesInTurn: boolean
  /**
   * The compensation of a completed sub-process that has a handler and content that can be undone: only its handler
   * (BPMN 2.0, 13.5.5), both (Camunda), or only its content (Flowable).
   */
  readonly subProcessUndoneBy: 'handler' | 'both' | 'inside'

  /**
   * Runs of a loop can be undone when all of them are done (Camunda, and BPMN 2.0, 13.5.5: an activity that has
   * completed), and not once the activity is interrupted; else each as soon as it is done (Flowable).
   */
  readonly runsAreUndoneTogether: boolean

  // --- data ---

  /** Data objects without a value are variables from the beginning, with null (Flowable). */
  readonly dataObjectsBeginAsNull: boolean
  /**
   * `decisionResult` holds the result of a decision until its task is left, and no other variable may have its name
   * (Camunda).
   */
  readonly reservesDecisionResult: boolean
  /** A decision without a result variable stores each of its outputs as a variable (Flowable). */
  readonly storesDecisionOutputs: boolean
  /** A text of a task whose expression fails is used literally (Flowable). */
  readonly failingTextsAreLiteral: boolean

  // --- commands ---

  /**
   * Whether a call activity continues with its out mappings when the called instance is deleted (Flowable). Otherwise
   * the call is cancelled too.
   */
  readonly deletedCallsGoOn: boolean
  /** A task that was delegated has to be resolved before it is completed (Flowable). */
  readonly delegatedTasksNeedResolving: boolean
  /** Suspending a suspended object, or activating an active one, is refused (Flowable). */
  readonly refusesSameSuspension: boolean

  // --- forms ---

  /** Fields in the model are the properties of a form (Flowable), else fields with constraints (Camunda). */
  readonly formsAreProperties: boolean
  /** Values of fields are shown to programs as texts (Flowable). */
  readonly formsShowTexts: boolean
}
