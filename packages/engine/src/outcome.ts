import type { InstanceFaults, InstructionFault } from './commands/migration-plan.ts'
import type { Candidates, DefinitionRef, ListRowsRef, Superior } from './definition.ts'
import type { Event } from './state/events.ts'

/** The result of a run. A run that needs more data or is refused has no effect: discard its state. */
export type Outcome =
  | {
      readonly kind: 'done'
      readonly events: readonly Event[]
      readonly effects: readonly Effect[]
      readonly result: CommandResult
    }
  | { readonly kind: 'needs'; readonly need: Need }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /**
   * The command was in order, but a step of the process failed. The caller records an incident or counts down retries.
   */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The run exceeds the limits of the event loop: repeat it in a worker thread. */
  | { readonly kind: 'exceeds' }

/** Data that was not loaded. The caller loads it and repeats the command from the beginning. */
export type Need =
  | { readonly kind: 'element'; readonly id: string }
  /** Everything below a scope. */
  | { readonly kind: 'scope'; readonly id: string }
  | { readonly kind: 'join'; readonly scopeId: string; readonly elementId: string }
  /** Every subscription that watches variables, with the scopes around it. */
  | { readonly kind: 'watching' }
  | { readonly kind: 'variable'; readonly id: string }
  | { readonly kind: 'process'; readonly ref: DefinitionRef }
  | { readonly kind: 'decision'; readonly ref: DefinitionRef }
  /** Whether it is closed. */
  | { readonly kind: 'closed'; readonly of: 'process' | 'decision'; readonly ref: DefinitionRef }
  | { readonly kind: 'resource'; readonly deploymentId: string; readonly name: string }
  /** A binding in place of a Java class or bean. */
  | { readonly kind: 'binding'; readonly name: string }
  /** A business calendar. */
  | { readonly kind: 'calendar'; readonly name: string }
  /** The global properties. */
  | { readonly kind: 'globals' }
  /** Which names of variables are restricted. */
  | { readonly kind: 'restricted' }
  | { readonly kind: 'listRows'; readonly ref: ListRowsRef }
  /** The last assignee of a user task that an instance completed before this run. */
  | { readonly kind: 'lastAssignee'; readonly instanceId: string; readonly elementId: string }
  | { readonly kind: 'manager'; readonly superior: Superior }
  /** How much candidates have to do. */
  | { readonly kind: 'workloads'; readonly candidates: Candidates }

/** The refusal of a command that the state does not allow, such as for an ended task or a suspended instance. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  /** For a modification: the index of the impossible line, from 0. */
  readonly line?: number
  /** For a migration: the faults of its plan, or of the instance. */
  readonly faults?: MigrationFaults
}

export type MigrationFaults = { readonly plan: readonly InstructionFault[] } | { readonly instance: InstanceFaults }

export type RefusalCode =
  | 'engine.task-gone'
  | 'engine.task-claimed'
  | 'engine.task-state'
  | 'engine.instance-suspended'
  | 'engine.definition-suspended'
  | 'engine.instance-gone'
  | 'engine.not-waiting'
  | 'engine.job-gone'
  | 'engine.start-not-possible'
  | 'engine.element-unknown'
  | 'engine.external-task-gone'
  | 'engine.value-invalid'
  | 'engine.move-impossible'
  | 'engine.migration-impossible'

/** A failed step: its element, what it tried, and the values that it read. */
export interface Failure {
  readonly code: FailureCode
  readonly message: string
  readonly elementId: string | null
  readonly elementInstanceId: string | null
  readonly instanceId: string | null
  /** Expression and the values of the variables it read. */
  readonly detail: Readonly<Record<string, unknown>> | null
}

export type FailureCode =
  | 'engine.expression-failed'
  | 'engine.condition-not-boolean'
  | 'engine.no-flow-taken'
  | 'engine.budget'
  | 'engine.java-not-bound'
  | 'engine.language-not-supported'
  | 'engine.definition-missing'
  | 'engine.decision-missing'
  | 'engine.decision-failed'
  | 'engine.value-invalid'
  | 'engine.error-uncaught'
  | 'engine.not-supported'
  | 'engine.resource-missing'
  | 'engine.work-failed'
  /** The other side has refused it: a further try would end the same way. */
  | 'engine.work-refused'
  /** The request was sent, and nobody knows whether it was carried out. */
  | 'engine.answer-unknown'

/** Work outside of the root: done by the runtime in the same transaction or as jobs, never by the engine. */
export type Effect =
  /** Delivers a signal to every other root that waits for it now. */
  | {
      readonly kind: 'signal'
      readonly name: string
      readonly variables: readonly PlainVariable[]
      readonly tenantId: string | null
      readonly exceptRootId: string
      readonly isAsync: boolean
      readonly thrower: Thrower
    }
  /** Delivers a message inside the product: to a waiting instance or a start event. */
  | {
      readonly kind: 'message'
      readonly name: string
      readonly businessKey: string | null
      readonly variables: readonly PlainVariable[]
      readonly tenantId: string | null
      readonly thrower: Thrower
    }
  /** Starts an instance, as part of the step: when that fails, the step fails. A step has at most one. */
  | {
      readonly kind: 'start'
      readonly definitionId: string
      readonly elementId: string
      readonly definitionIndex: number
      readonly businessKey: string | null
      readonly variables: readonly PlainVariable[]
      readonly tenantId: string | null
    }

/** The origin of a signal or message, which the incident of a failed delivery names. */
export interface Thrower {
  readonly instanceId: string
  /** The throwing element, by its key in the model. */
  readonly elementId: string
}

export interface PlainVariable {
  readonly name: string
  readonly value: import('./state/value.ts').TypedValue
}

/** Ids that the caller returns. */
export interface CommandResult {
  readonly instanceId?: string
}

export class StepFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** A BPMN error that an expression, script or listener raised (`execution.throwBpmnError`), before it is caught. */
export class RaisedError extends Error {
  readonly code: string
  readonly text: string | null
  readonly at: RaisedAt
  constructor(code: string, text: string | null, at: RaisedAt) {
    super(text ?? code)
    this.code = code
    this.text = text
    this.at = at
  }
}

export interface RaisedAt {
  readonly elementInstanceId: string | null
  readonly elementId: string
  readonly scopeId: string
}

export class NeedsMore extends Error {
  readonly need: Need
  constructor(need: Need) {
    super(`needs ${JSON.stringify(need)}`)
    this.need = need
  }
}

export class Refused extends Error {
  readonly refusal: Refusal
  constructor(code: RefusalCode, message: string, line?: number, faults?: MigrationFaults) {
    super(message)
    this.refusal = { code, message, ...(line !== undefined && { line }), ...(faults !== undefined && { faults }) }
  }
}
