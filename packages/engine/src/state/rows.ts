import type { ElementData } from './data/element-data.ts'
import type { JobData } from './data/job-data.ts'
import type { SubscriptionData } from './data/subscription-data.ts'
import type { TypedValue } from './value.ts'

/**
 * A running process instance. There is one interface for each table, with terms of `docs/glossary.md`. Times are ISO
 * 8601 in UTC. The caller creates ids.
 *
 * A *root* is the instance at the top of a call hierarchy. Everything below it is locked, loaded and saved with it.
 * Standalone tasks, and definitions with their start event subscriptions, are roots too: instances under the id of the
 * task or definition.
 */
export interface ProcessInstance {
  readonly id: string
  readonly rootId: string
  readonly definitionId: string
  readonly businessKey: string | null
  /** A reference that who starts it gives, and that called instances inherit: no case is looked for. */
  readonly caseInstanceId?: string | null
  /** The title of the instance, from its model. */
  readonly title: string | null
  /** The call activity that started it, null at the top. */
  readonly callerElementId: string | null
  readonly callerInstanceId: string | null
  readonly isSuspended: boolean
  /** Open element instances directly inside. At 0 the instance ends. */
  readonly openChildren: number
  readonly startedAt: string
  readonly startUserId: string | null
  /** The start event, or the activity of a start by instruction. */
  readonly startElementId: string | null
  readonly tenantId: string | null
}

/**
 * The state of an element instance:
 * - `active`: entered and not left
 * - `before`: waits for the job of its asynchronous continuation before it is entered
 * - `after`: completed, waits for the job of its asynchronous continuation before the flow is taken
 * - `joining`: has arrived at a gateway that waits for more tokens
 * - `finishing`: a scope whose end waits for compensation handlers
 * - `compensable`: a completed scope, kept with its variables because it can still be compensated; not open
 */
export type ElementState = 'active' | 'before' | 'after' | 'joining' | 'finishing' | 'compensable'

export interface ElementInstance {
  readonly id: string
  readonly instanceId: string
  /** The scope around it: an element instance, or the process instance itself. */
  readonly parentId: string
  /** Key in the model. */
  readonly elementId: string
  readonly state: ElementState
  /** `body` holds the runs of a multi-instance or loop activity, `run` is one of them. */
  readonly loop: 'body' | 'run' | null
  /** The execution of Camunda’s API that reached the element and continues from it. */
  readonly tokenId: string
  /** The execution inside the element: its own if the element is a scope, otherwise the one that arrived. */
  readonly executionId: string
  /** The flow by which it came. */
  readonly flowId: string | null
  /** Open element instances directly inside. */
  readonly openChildren: number
  /** Data of the element itself, such as the index of a run. */
  readonly data: ElementData | null
  readonly startedAt: string
}

export interface Variable {
  readonly id: string
  readonly instanceId: string
  /** The process instance, element instance or task that owns it. */
  readonly scopeId: string
  readonly name: string
  /** Null when it is large and was left out of loading. */
  readonly value: TypedValue | null
  /** Bytes of a value that was left out of loading. */
  readonly leftOut?: number
  readonly revision: number
  readonly createdAt: string
}

export interface Task {
  readonly id: string
  readonly instanceId: string
  readonly elementInstanceId: string
  readonly executionId: string
  readonly definitionId: string
  readonly taskKey: string
  /** The title of the task in addition to its name, from the model. */
  readonly title: string | null
  readonly name: string | null
  readonly description: string | null
  readonly assignee: string | null
  readonly owner: string | null
  readonly delegation: 'PENDING' | 'RESOLVED' | null
  readonly priority: number
  readonly dueAt: string | null
  readonly followUpAt: string | null
  readonly category: string | null
  readonly formKey: string | null
  readonly isSuspended: boolean
  readonly createdAt: string
  readonly updatedAt: string | null
  readonly tenantId: string | null
  readonly candidateUsers: readonly string[]
  readonly candidateGroups: readonly string[]
  /** Only of tasks that belong to no process. */
  readonly parentTaskId: string | null
}

/** The fields that all jobs have. */
export interface JobRow {
  readonly id: string
  readonly instanceId: string
  /** The element instance that waits for it. */
  readonly elementInstanceId: string
  /** The element that it is for: the boundary event, for instance. */
  readonly elementId: string
  readonly dueAt: string | null
  readonly retries: number
  readonly priority: number
  readonly isExclusive: boolean
  readonly isSuspended: boolean
  readonly error: string | null
  readonly createdAt: string
}

/**
 * A job of the kinds that are the keys of `Data`, each with its own data. Callers with further kinds widen the map:
 * `JobOf<JobData & { sweep: SweepData }>`.
 */
export type JobOf<Data> = JobRow & KindAndData<Data>

/** The keys of `Data` as kinds, each with what it stands for. */
type KindAndData<Data> = {
  readonly [K in keyof Data & string]: { readonly kind: K; readonly data: Data[K] }
}[keyof Data & string]

export type JobKind = keyof JobData
/** The kind of a job with its data. */
export type JobOfAnyKind = KindAndData<JobData>
export type Job = JobOf<JobData>
export type JobOfKind<K extends JobKind> = Extract<Job, { kind: K }>

interface SubscriptionRow {
  readonly id: string
  readonly instanceId: string
  /** The waiting element instance: the catching one, the host of a boundary event, or the scope. */
  readonly elementInstanceId: string
  /** The catching element. */
  readonly elementId: string
  readonly executionId: string
  readonly name: string | null
  readonly createdAt: string
}

export type SubscriptionKind = keyof SubscriptionData

/** The kind of a subscription with its data. */
export type SubscriptionOfAnyKind = KindAndData<SubscriptionData>

export type Subscription = SubscriptionRow & SubscriptionOfAnyKind

export interface ExternalTask {
  readonly id: string
  readonly instanceId: string
  readonly elementInstanceId: string
  readonly elementId: string
  readonly executionId: string
  readonly definitionId: string
  readonly topic: string
  readonly workerId: string | null
  readonly lockedUntil: string | null
  readonly retries: number | null
  readonly errorMessage: string | null
  readonly errorDetails: string | null
  readonly priority: number
  readonly isSuspended: boolean
  readonly createdAt: string
  readonly tenantId: string | null
}

export interface Incident {
  readonly id: string
  readonly instanceId: string
  readonly elementInstanceId: string | null
  readonly elementId: string | null
  /** `failedJob`, `answerUnknown`, `failedExternalTask`, `failedStep` or a type of the caller's own. */
  readonly type: string
  /** The job or external task behind it. */
  readonly sourceId: string | null
  readonly message: string
  /** The context of the failed step: expression, values. */
  readonly detail: Readonly<Record<string, unknown>> | null
  readonly causeId: string
  readonly rootCauseId: string
  readonly createdAt: string
}
