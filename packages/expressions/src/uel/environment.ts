import type { Scope } from '../expression.ts'
import type { Span } from './syntax.ts'

/** The state that the closures of one evaluation share. */
export interface Environment {
  readonly scope: Scope
  /** Time zone of `dateTime()` and of dates' calendar fields, an IANA name. */
  readonly timeZone: string
  /** The node that works just now: an error is reported there. */
  at: Span
  /** Variables that are being changed: a name means this copy until it is written back. */
  replaced: Replaced | undefined
}

export interface Replaced {
  readonly name: string
  readonly value: unknown
  readonly outer: Replaced | undefined
}

/** A failed evaluation whose expression is not known yet. The caller converts it to an `ExpressionError`. */
export class Fault extends Error {}
