import type { Definition } from '../definition.ts'
import type { FailureCode, Need, PlainVariable, RefusalCode } from '../outcome.ts'
import type { WorkRequest } from '../state/data/work-request.ts'
import type { InstanceOutcome } from '../state/events.ts'
import type { TypedValue } from '../state/value.ts'
import type { TrialPlace } from './steps.ts'

/** The result of a trial. */
export interface TrialResult {
  readonly clock: string
  /** `new`: nothing was started yet. */
  readonly status: 'new' | 'running' | InstanceOutcome
  /** The step that could not be done. Those behind it were not tried. */
  readonly failure: TrialFailure | null
  readonly waiting: readonly TrialWaiting[]
  readonly incidents: readonly TrialIncident[]
  /** The visited elements in order; the last ones when there are very many. */
  readonly path: readonly TrialVisit[]
  /** Elements and flows of the process itself that tokens have passed. */
  readonly passed: readonly string[]
  /** The positions of tokens. */
  readonly tokens: readonly TrialToken[]
  /** The variables of the process, and of its open scopes. */
  readonly variables: readonly TrialVariable[]
  /** Messages and signals that would have been sent to other processes. */
  readonly sent: readonly TrialSent[]
  /** The requested task. */
  readonly shown: ShownTask | null
}

export type TrialOutcome =
  | { readonly kind: 'done'; readonly result: TrialResult }
  /** Something is to be looked up: the trial is repeated with it. */
  | { readonly kind: 'needs'; readonly need: Need }

export interface TrialFailure {
  /** The index of the step, from 0. */
  readonly step: number
  readonly code: FailureCode | RefusalCode | 'trial.not-waiting' | 'trial.not-started' | 'trial.started'
  readonly message: string
  readonly element: string | null
}

interface Waits extends TrialPlace {
  /** The element's name, or the task's. */
  readonly name: string | null
}

export type TrialWaiting = Waits &
  (
    | {
        readonly kind: 'task'
        readonly assignee: string | null
        readonly candidateUsers: readonly string[]
        readonly candidateGroups: readonly string[]
        readonly dueAt: string | null
      }
    /** Work for an external worker, or work that cannot be done in a trial. */
    | { readonly kind: 'work'; readonly topic: string }
    | { readonly kind: 'request'; readonly request: WorkRequest }
    | { readonly kind: 'timer'; readonly dueAt: string | null }
    /** The name of the message; null for a task that waits for any message. */
    | { readonly kind: 'message'; readonly message: string | null }
    | { readonly kind: 'signal'; readonly signal: string }
    | { readonly kind: 'condition' }
  )

export interface TrialIncident extends Omit<TrialPlace, 'index'> {
  readonly message: string
}

export interface TrialVisit {
  /** The key of the called process; null: the tried process itself. */
  readonly process: string | null
  readonly element: string
  readonly step: number
  readonly at: string
  readonly isCancelled: boolean
}

export interface TrialToken {
  readonly process: string | null
  readonly element: string
  readonly count: number
}

export interface TrialVariable {
  readonly name: string
  readonly value: TypedValue
  /** The part of the process that has it; null: the process. */
  readonly element: string | null
}

export interface TrialSent {
  readonly kind: 'message' | 'signal'
  readonly name: string
  readonly element: string
}

/** An open task or a start event in a trial, with the data that its form needs. */
export interface ShownTask {
  readonly place: TrialPlace
  readonly definition: Definition
  readonly formKey: string | null
  /** The variables that the element sees. */
  readonly variables: readonly PlainVariable[]
}
