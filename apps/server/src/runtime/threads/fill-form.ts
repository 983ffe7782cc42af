import type { BudgetValues, FormSubmission, OpenedForm } from '@millrace/contract'
import { type Allowance, createMeter, OutOfAllowance } from '@millrace/expressions'
import { prepareExpressions, withoutValues } from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Basis } from '../forms/basis.ts'
import type { Draft } from '../forms/drafts.ts'
import { type Fault, type LoadedForm, parseForm, type ReadyForm } from '../forms/load-form.ts'
import { namesAnybody, readFittingNames, readNames } from '../forms/named.ts'
import { type FormOccasion, type MeteredOccasion, openForm } from '../forms/open-form.ts'
import { type FormResult, type Known, readForm } from '../forms/read-form.ts'
import { restrictTo } from '../forms/restrict-to.ts'
import { readOfferedNames } from '../look-ups/field-look-up.ts'
import type { Runtime } from '../runtime.ts'
import { hereOrInThread } from './here-or-in-thread.ts'
import { inThread, orRefusal } from './in-thread.ts'
import { runTime } from './time-budget.ts'

/** A submission, with the files and people in it. */
export interface Submitted extends Known {
  readonly submission: FormSubmission
}

/**
 * Opens a form and returns it as the browser gets it. Expressions and patterns are evaluated on the event loop, or in a
 * worker thread when they take too long for the event loop.
 *
 * @throws Refusal when they exceed the budgets.
 */
export async function openFormInThread(
  runtime: Runtime,
  workplaceId: string,
  form: LoadedForm,
  { draft = null, basis, ...occasion }: FormOccasion & { readonly draft?: Draft | null; readonly basis?: Basis },
): Promise<OpenedForm> {
  const answer = await fill(runtime, workplaceId, { form, occasion, submitted: null })
  if (answer.kind !== 'opened') throw new Error('Expected an opened form, but it was read.')
  const { document, values } = answer.form
  const kept = { draft, ...(basis === undefined ? {} : { basis }) }
  if (!namesAnybody(document)) return { ...answer.form, ...kept }
  const names = await runtime.db.read({ workplaceId }, async (tx) => [
    ...(await readNames(tx, workplaceId, document, values)),
    // Whoever types a name that the process does not know learns no more of it than by looking for it.
    ...(draft === null ? [] : await readFittingNames(tx, workplaceId, document, draft.values)),
  ])
  const offered = await Promise.all(
    [values, ...(draft === null ? [] : [draft.values])].map((some) =>
      readOfferedNames(runtime, workplaceId, document, some),
    ),
  )
  return { ...answer.form, names: [...names, ...offered.flat()], ...kept }
}

/** Reads and checks a submission on the loop or in a worker thread, as `openFormInThread` opens a form. */
export async function readFormInThread(
  runtime: Runtime,
  workplaceId: string,
  form: LoadedForm,
  { occasion, ...submitted }: Submitted & { readonly occasion: FormOccasion },
): Promise<FormResult | Refusal> {
  const answer = await fill(runtime, workplaceId, { form, occasion, submitted })
  switch (answer.kind) {
    case 'read':
      return answer.result
    case 'refused':
      return refuse(answer.refusal.code, answer.refusal.message, answer.refusal.details)
    default:
      throw new Error('Expected a form that was read, but it was opened.')
  }
}

/** The data for filling in a form in a worker thread. The thread compiles the form's expressions itself. */
export interface FillTask {
  readonly form: Omit<LoadedForm, 'expressions'>
  readonly occasion: FormOccasion
  /** Null: the form is only opened. */
  readonly submitted: Submitted | null
  readonly budgets: BudgetValues
}

type Filled =
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

/** For this user: what is not for them neither leaves the server nor is read. */
function openOrRead(whole: ReadyForm, submitted: Submitted | null, occasion: MeteredOccasion): Filled {
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

async function fill(
  runtime: Runtime,
  owner: string,
  { form, occasion, submitted }: Omit<FillTask, 'form' | 'budgets'> & { readonly form: LoadedForm },
): Promise<Filled> {
  const { budgets } = runtime
  const { expressions, ...sent } = form
  const inWorker = async () => {
    const input = { form: sent, occasion, submitted, budgets }
    const answer = orRefusal(await inThread(runtime, { kind: 'fillForm', input, owner, time: runTime(runtime) }))
    if (answer.kind === 'exceeded') throw refuse('budget.exceeded', answer.message)
    return answer
  }
  if (expressions === null) return inWorker()
  const here = (allowance: Allowance) => openOrRead({ ...form, expressions }, submitted, { ...occasion, allowance })
  return hereOrInThread(runtime, `${owner} ${form.document.hash} fill`, here, inWorker)
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
