import type { Allowance } from '@millrace/expressions'
import type { PropertySpecs, PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import type { FieldValue, NamedVariable, TypedVariable } from './field-value.ts'
import type { NamedKind } from './people.ts'

/** The context in which a value is read and shown: locale, time zone, options. */
export interface EntryContext {
  /** IANA name of the time zone in which the user reads and types times. */
  readonly timeZone: string
  /**
   * IANA name of the time zone in which the days of process variables begin, the same for every reader. UTC when left
   * out.
   */
  readonly dayZone?: string
  /** The limits for expressions and patterns; missing in a browser, where only the user waits. */
  readonly allowance?: Allowance
}

/**
 * The definition of a field type. Each type has one file and is registered in `registry.ts`; its component is in the
 * web app under the same name. The caller reads a value before it checks it, so methods only get values of their own
 * type, never null.
 */
export interface FieldDefinition<S extends PropertySpecs, V extends FieldValue> {
  /** Properties in addition to those of all fields. */
  readonly props: S
  /** A contradiction between properties, as the end of "Expected …". */
  findConflict?(props: PropsOf<S>): string | null
  /** Reads an entry that a user typed or that arrived as JSON. An empty entry (null, undefined, blank) returns null. */
  read(input: unknown, props: PropsOf<S>, context: EntryContext): Read<V | null>
  /** The value is typed as text in the form that `present` gives it. Other fields are entered as `toJson` gives it. */
  readonly isTyped?: boolean
  /** The value is a day, or has days for members: expressions see them as their language's own kind of date. */
  readonly isDay?: boolean
  /** The value is an instant: a stored text without an offset is meant in the zone of days. */
  readonly isInstant?: boolean
  /** The value is a number of which a sum means something. */
  readonly isAmount?: boolean
  /** The value names uploads, which the server knows and keeps. */
  readonly holdsFiles?: boolean
  /** The value names users, groups or roles, which the server knows. */
  readonly names?: NamedKind
  /** The value is known to who typed it alone: neither drafts nor anything that is shown has it. */
  readonly isSecret?: boolean
  /**
   * Whether users cannot enter the value: it comes from the process, a default or an expression, and is written with
   * the form.
   */
  readonly isClosed?: boolean
  /** The value to write while nobody has entered anything, including in rows and groups; null when missing. */
  readonly untouched?: V
  /** There is nothing of it to be seen. */
  readonly isUnseen?: boolean
  /** Is nothing without an expression that computes it. */
  readonly needsComputed?: boolean
  /** Whether the field becomes several process variables, so that it cannot be in a list or a container with a key. */
  readonly standsAlone?: boolean
  /** Rounds the number of an expression to the digits that the field can hold. */
  round?(answer: number, props: PropsOf<S>): number
  /** The value as text, as it is shown. */
  present(value: V, props: PropsOf<S>, context: EntryContext): string
  /** The faults of a value that could be read. */
  check(value: V, props: PropsOf<S>, context: EntryContext): Fault[]
  /** True when the value does not satisfy a required field. Null never does. */
  isMissing?(value: V): boolean
  /** The fault of a required field without a value; `value.required` when not given. */
  readonly requiredFault?: Fault
  /** The value as JSON can carry it, for `read` to read again. */
  toJson(value: V): unknown
  /** The value as expressions see it. */
  toPlain(value: V, context: EntryContext): unknown
  /** Converts a process variable into the input of `read`. */
  fromVariable(variable: TypedVariable, context: EntryContext): unknown
  /** The process variables that hold the value; `value` may be null. */
  toVariables(key: string, value: V | null, props: PropsOf<S>, context: EntryContext): NamedVariable[]
}
