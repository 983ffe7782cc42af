import type { FormSubmission } from '@millrace/contract'
import type { PlainVariable } from '@millrace/engine'
import type { Person } from '../platform/auth/user.ts'
import type { LoadedForm } from '../runtime/forms/load-form.ts'
import { hasRight } from './rights.ts'

/** What an instance is started or a task completed with: the values of its form, or variables of the caller's own. */
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
 * Whether what is given is written as it is: variables, of whoever has the right to start or work beside what the model
 * says. Variables of others count as values of the form's fields, so that no surface is a way around it.
 */
export function isWrittenAsGiven(
  user: Person,
  given: GivenValues,
  right: 'instances.start' | 'tasks.work',
  processKey: string | null,
): given is GivenVariables {
  return given.kind === 'variables' && hasRight(user, right, processKey)
}

/** The submission to be read through the form. */
export function toSubmission(given: GivenValues, { document }: LoadedForm, timeZone: string): FormSubmission {
  if (given.kind === 'form') return given.submission
  const values = given.variables.map(({ name, value: { value } }) => [name, value instanceof Uint8Array ? null : value])
  return { hash: document.hash, action: null, values: Object.fromEntries(values), timeZone }
}
