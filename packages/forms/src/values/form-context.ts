import type { FormExpressions } from '../expressions/form-expressions.ts'
import type { EntryContext } from '../fields/field-definition.ts'

/** What a form depends on besides its values. Lent by the caller: forms read no clock. */
export interface FormContext extends EntryContext {
  readonly now: Date
  readonly userId: string | null
  /** Process variables that expressions may read besides the fields. Plain values. */
  readonly variables: Readonly<Record<string, unknown>>
  /** From `prepareExpressions`, or `noExpressions`. */
  readonly expressions: FormExpressions
}
