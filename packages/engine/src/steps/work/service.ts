import type { Implementation } from '@millrace/bpmn'
import type { Settings, WorkRequest } from '../../state/data/work-request.ts'
import type { ElementInstance } from '../../state/rows.ts'
import type { Step } from '../../step.ts'

export type WorkSource = Extract<Implementation, { kind: 'adapter' | 'builtIn' | 'connector' }>

/** The answer of an HTTP call, as the output of `completeWork`. */
export interface HttpAnswer {
  readonly statusCode: number
  readonly reason: string | null
  readonly protocol: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type WorkOutput = Readonly<Record<string, unknown>>

/** A kind of work: its request is determined when the element is entered, its results are applied afterwards. */
export interface Service {
  readRequest(step: Step, source: WorkSource, instance: ElementInstance): WorkRequest
  /** Returns the settings for reading the results, determined at the same time as the request. */
  readSettings?(step: Step, source: WorkSource, instance: ElementInstance): Settings
  /** Sets variables from the result of the work. May throw a BPMN error, or fail the job once more. */
  takeOutput(step: Step, source: WorkSource, done: WorkDone): void
  /** A failure that the model wants to go on after: sets variables from its message. */
  takeFailure?(step: Step, source: WorkSource, failed: WorkFailed): boolean
}

export interface WorkDone {
  readonly instance: ElementInstance
  readonly settings: Settings
  readonly output: WorkOutput
}

export interface WorkFailed {
  readonly instance: ElementInstance
  readonly settings: Settings
  readonly message: string
}
