import type { FormExpressions } from '../expressions/form-expressions.ts'
import type { EntryContext } from '../fields/field-definition.ts'

/** The context of a form, provided by the caller: user, time zone and the current time, because forms read no clock. */
export interface FormContext extends EntryContext {
  readonly now: Date
  readonly userId: string | null
  /** Process variables that expressions may read besides the fields. Plain values. */
  readonly variables: Readonly<Record<string, unknown>>
  /**
   * Of fields that depend on another and choose from data lists, by their ids: the values that are there, each with
   * those of the other field that it goes with. Only the server knows them; without it nothing is checked.
   */
  readonly knownChoices?: ReadonlyMap<string, ReadonlyMap<string, readonly string[] | null>>
  /** From `prepareExpressions`, or `noExpressions`. */
  readonly expressions: FormExpressions
}
