import type { FormSubmission } from '@millrace/contract'
import type { PlainVariable } from '@millrace/engine'
import type { Person } from '../platform/auth/user.ts'
import type { LoadedForm } from '../runtime/forms/load-form.ts'
import { hasRight } from './rights.ts'

/** The input of a start or completion: values of the form, or variables of an API client. */
export type GivenValues =
  | { readonly kind: 'form'; readonly submission: FormSubmission }
  | {
      readonly kind: 'variables'
      readonly variables: readonly PlainVariable[]
      /** The texts of Camunda's own form, for history. */
      readonly fields?: readonly PlainVariable[]
    }

export type GivenVariables = Extract<GivenValues, { kind: 'variables' }>

/**
 * Returns whether given values are written as variables without the form: for callers whose permission does not come
 * from the model. For other callers, variables count as values of form fields, so that no surface bypasses the form.
 */
export function isWrittenAsGiven(
  user: Person,
  given: GivenValues,
  right: 'instances.start' | 'tasks.work',
  processKey: string | null,
): given is GivenVariables {
  return given.kind === 'variables' && hasRight(user, right, processKey)
}

/** Returns the given values as a submission of the form. */
export function toSubmission(given: GivenValues, { document }: LoadedForm, timeZone: string): FormSubmission {
  if (given.kind === 'form') return given.submission
  const values = given.variables.map(({ name, value: { value } }) => [name, value instanceof Uint8Array ? null : value])
  return { hash: document.hash, action: null, values: Object.fromEntries(values), timeZone }
}
