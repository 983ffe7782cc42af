import type { FormExpressions } from '../expressions/form-expressions.ts'
import type { EntryContext } from '../fields/field-definition.ts'

/** The context of a form, provided by the caller: user, time zone and the current time, because forms read no clock. */
export interface FormContext extends EntryContext {
  readonly now: Date
  readonly userId: string | null
  /** Process variables that expressions may read besides the fields. Plain values. */
  readonly variables: Readonly<Record<string, unknown>>
  /**
   * The existing choices of fields that choose from data lists and depend on another field, by the id of the field:
   * each with the values of the other field to which it belongs. Only the server knows them; without them nothing is
   * checked.
   */
  readonly knownChoices?: ReadonlyMap<string, ReadonlyMap<string, readonly string[] | null>>
  /** The expressions, from `prepareExpressions` or `noExpressions`. */
  readonly expressions: FormExpressions
}
