import type { BudgetValues, FormSubmission, OpenedForm } from '@millrace/contract'
import { createMeter, OutOfAllowance } from '@millrace/expressions'
import { prepareExpressions, withoutValues } from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type Fault, type LoadedForm, parseForm, type ReadyForm } from '../forms/load-form.ts'
import { type FormOccasion, type MeteredOccasion, openForm } from '../forms/open-form.ts'
import { type FormResult, type Known, readForm } from '../forms/read-form.ts'
import { restrictTo } from '../forms/restrict-to.ts'

/** A submission, with the files and people in it. */
export interface Submitted extends Known {
  readonly submission: FormSubmission
}

/** The data for filling in a form in a worker thread. The thread compiles the form's expressions itself. */
export interface FillTask {
  readonly form: Omit<LoadedForm, 'expressions'>
  readonly occasion: FormOccasion
  /** Null: the form is only opened. */
  readonly submitted: Submitted | null
  readonly budgets: BudgetValues
}

/** A form that was opened or read, or the refusal of its submission. */
export type Filled =
  | { readonly kind: 'opened'; readonly form: OpenedForm }
  | { readonly kind: 'read'; readonly result: FormResult }
  | { readonly kind: 'refused'; readonly refusal: Pick<Refusal, 'code' | 'message' | 'details'> }

/** Opens or reads a form, in a worker thread. */
export function fillInThread({ form, occasion, submitted, budgets }: FillTask): Filled | Exceeded {
  const ready = { ...form, expressions: prepareExpressions(form.document, formFeel) }
  const allowance = { meter: createMeter(budgets.work, 'work'), isOnLoop: false, budgets }
  try {
    return openOrRead(ready, submitted, { ...occasion, allowance })
  } catch (error) {
    if (error instanceof OutOfAllowance) return { kind: 'exceeded', message: error.message }
    throw error
  }
}

interface Exceeded {
  readonly kind: 'exceeded'
  readonly message: string
}

/** Opens or reads a form for a user: what is not for them neither leaves the server nor is read. @throws OutOfAllowance */
export function openOrRead(whole: ReadyForm, submitted: Submitted | null, occasion: MeteredOccasion): Filled {
  const { form, hidden } = restrictTo(whole, occasion.memberships)
  if (submitted === null) {
    const opened = openForm(form, occasion)
    return { kind: 'opened', form: { ...opened, values: withoutValues(opened.document.data, opened.values, hidden) } }
  }
  const { submission, ...known } = submitted
  const result = readForm(form, submission, occasion, known)
  if (!(result instanceof Refusal)) return { kind: 'read', result }
  const { code, message, details } = result
  return { kind: 'refused', refusal: { code, message, details } }
}

/** Reads a form from a file, in a worker thread; its compiled expressions stay there, because they cannot be copied. */
export function parseFormInThread({
  text,
  fileName,
}: {
  readonly text: string
  readonly fileName: string
}): Omit<LoadedForm, 'expressions'> | Fault {
  const read = parseForm(text, fileName)
  if ('fault' in read) return read
  const { expressions: _, ...form } = read
  return form
}
