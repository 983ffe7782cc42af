import type { PlainVariable } from '../outcome.ts'

/** A waiting step, identified by the model, so that it is found again after changes elsewhere in the model. */
export interface TrialPlace {
  readonly element: string
  /** The number of the step among several at the same position, the oldest first. */
  readonly index: number
  /** The key of the called process; null: the tried process itself. */
  readonly process: string | null
}

interface At {
  readonly place: TrialPlace
}

interface Given {
  readonly variables: readonly PlainVariable[]
}

/** A step of a user who tries a process. */
export type TrialStep =
  | ({
      readonly kind: 'start'
      /** ISO 8601 in UTC: where the clock begins. */
      readonly at: string
      readonly userId: string | null
      /** The id of a start event; null: the one without a trigger. */
      readonly element: string | null
      readonly businessKey: string | null
    } & Given)
  /** Completes a task of a person. */
  | ({ readonly kind: 'complete'; readonly userId: string | null } & At & Given)
  /** Enters the result of a worker or service. */
  | ({ readonly kind: 'answer' } & At & Given)
  /** The response to an HTTP call; a mail needs none. */
  | ({ readonly kind: 'respond'; readonly status: number; readonly body: string | null } & At)
  /** A BPMN error that the assignee or worker reports. */
  | ({ readonly kind: 'error'; readonly code: string; readonly message: string | null } & At & Given)
  /** The work could not be done: the result of a last failed attempt. */
  | ({ readonly kind: 'fail'; readonly message: string } & At)
  /** Moves the clock to the due date of a timer, which fires. */
  | ({ readonly kind: 'timer' } & At)
  /** Moves the clock, and fires all timers that become due until then. */
  | { readonly kind: 'clock'; readonly to: string }
  /** The message that something waits for comes. */
  | ({ readonly kind: 'message' } & At & Given)
  /** A signal comes to all that wait for it. */
  | ({ readonly kind: 'signal'; readonly name: string } & Given)
  /** Sets variables of the process. */
  | ({ readonly kind: 'set' } & Given)
