import type { OpenedForm } from '@millrace/contract'
import type { Allowance } from '@millrace/expressions'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Basis } from '../forms/basis.ts'
import type { Draft } from '../forms/drafts.ts'
import type { LoadedForm } from '../forms/load-form.ts'
import { readFittingNames, readNames } from '../forms/named.ts'
import { namesAnybody } from '../forms/named-in-values.ts'
import type { FormOccasion } from '../forms/open-form.ts'
import type { FormResult } from '../forms/read-form.ts'
import { readOfferedNames } from '../look-ups/field-look-up.ts'
import type { Runtime } from '../runtime.ts'
import { type Filled, type FillTask, openOrRead, type Submitted } from './fill-task.ts'
import { hereOrInThread } from './here-or-in-thread.ts'
import { inThread, orRefusal } from './in-thread.ts'
import { runTime } from './time-budget.ts'

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
