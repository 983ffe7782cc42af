import type { Form } from '@millrace/bpmn'
import type { FormSubmission, OpenedForm, TrialStep } from '@millrace/contract'
import type { ShownTask, TrialPlace, TrialResult } from '@millrace/engine'
import { listMentioned } from '@millrace/forms'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type LoadedForm, loadForm } from '../../runtime/forms/load-form.ts'
import { findKnownNamed } from '../../runtime/forms/named.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'
import { openFormInThread, readFormInThread } from '../../runtime/threads/fill-form.ts'
import { runTime } from '../../runtime/threads/time-budget.ts'
import type { Start } from '../../runtime/trial/trial-task.ts'
import { toEngineStep, toTrialVariables } from '../../runtime/trial/trial-values.ts'
import { tryInThread } from '../../runtime/trial/try-in-thread.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppProcessRef, findAppProcess, processRecord } from './app-process.ts'
import { refuseProcessTrier } from './policy.ts'
import { readTrialParts, type TrialParts } from './trial-parts.ts'

export interface ProcessTry {
  readonly ref: AppProcessRef
  /** The process as it is in the editor, saved or not. */
  readonly xml: string
  readonly steps: readonly TrialStep[]
  /** The entries in the form of the last step. */
  readonly submission: FormSubmission | undefined
  /** The task whose form is wanted. */
  readonly show: TrialPlace | null
  readonly timeZone: string
}

export interface Tried {
  /** The steps of the trial, for repeating them. */
  readonly steps: readonly TrialStep[]
  readonly result: TrialResult
  readonly starts: readonly Start[]
  readonly form: { readonly place: TrialPlace; readonly form: OpenedForm } | null
}

/**
 * Runs steps of a trial on the current design of a process, all of them from the first, in memory. Nothing is stored or
 * sent. Called processes of the application run in their current design too.
 */
export async function tryAppProcess(
  context: OperationContext,
  request: Request,
  trial: ProcessTry,
): Promise<Tried | Refusal> {
  const refusal = refuseProcessTrier(request.user, trial.ref)
  if (refusal !== null) return refusal
  const { ref, xml, show } = trial
  const found = await context.db.read(request, async (tx) => {
    const process = await findAppProcess(tx, request.workplaceId, ref)
    return process === null ? noSuch(processRecord) : { process, parts: await readTrialParts(tx, process, xml) }
  })
  if (found instanceof Refusal) return found
  const { runtime } = context
  const key = found.process.process_key
  const time = runTime(runtime)
  const run = async (steps: readonly TrialStep[], shown: TrialPlace | null) => {
    const trials = [{ steps: steps.map(toEngineStep), show: shown, expected: null }]
    const { files, decisions } = found.parts
    const { results, starts } = await tryInThread(runtime, actorOf(request), { files, decisions, key, trials }, time)
    const [result] = results
    if (result === undefined) throw new Error('Expected a trial to have a result, but it has none.')
    return { result, starts }
  }
  const steps = await withSubmission(context, request, { trial, run, parts: found.parts })
  if (steps instanceof Refusal) return steps
  const { result, starts } = await run(steps, show)
  const form = await openShown(context, request, { result, parts: found.parts, timeZone: trial.timeZone })
  return { steps, result, starts, form }
}

interface Submitting {
  readonly trial: ProcessTry
  readonly parts: TrialParts
  readonly run: (steps: readonly TrialStep[], show: TrialPlace | null) => Promise<{ result: TrialResult }>
}

/** Returns the steps, with what was filled into the form of the last one as its variables. */
async function withSubmission(
  context: OperationContext,
  request: Request,
  { trial: { steps, submission, timeZone }, parts, run }: Submitting,
): Promise<readonly TrialStep[] | Refusal> {
  const { user } = request
  const last = steps.at(-1)
  if (submission === undefined || last === undefined) return steps
  if (last.kind !== 'start' && last.kind !== 'complete')
    return refuse('request.invalid', 'Expected a form of a start or a task, but the last step is neither.')
  const start =
    last.kind === 'start' && last.element !== null ? { element: last.element, index: 0, process: null } : null
  const before = steps.slice(0, -1)
  const { result } = await run(before, last.kind === 'complete' ? last.place : start)
  const loaded = await loadShown(context, request, { result, parts, timeZone, userId: last.userId })
  if (loaded === null) return steps
  const named = await context.db.read(request, (tx) =>
    findKnownNamed(tx, user.workplaceId, loaded.form.document, { values: submission.values, withPeople: true }),
  )
  const read = await readFormInThread(context.runtime, user.workplaceId, loaded.form, {
    occasion: loaded.occasion,
    submission,
    uploads: new Map(),
    named,
  })
  if (read instanceof Refusal) return read
  const unoffered = await refuseUnoffered(context.runtime, user.workplaceId, read.claims)
  if (unoffered !== null) return unoffered
  return [...before, { ...last, variables: toTrialVariables(read.variables) }]
}

interface Showing {
  readonly result: TrialResult
  readonly parts: TrialParts
  readonly timeZone: string
  readonly userId?: string | null
}

async function openShown(context: OperationContext, request: Request, showing: Showing): Promise<Tried['form']> {
  const loaded = await loadShown(context, request, showing)
  if (loaded === null) return null
  const form = await openFormInThread(context.runtime, request.workplaceId, loaded.form, loaded.occasion)
  return { place: loaded.place, form }
}

async function loadShown(
  { runtime, db, clock }: OperationContext,
  request: Request,
  { result: { shown, status, clock: at }, parts, timeZone, userId = null }: Showing,
): Promise<{ place: TrialPlace; form: LoadedForm; occasion: FormOccasion } | null> {
  if (shown === null) return null
  const { place, definition, formKey } = shown
  const elementId = place.element
  const { workplaceId } = request
  const variables = new Map(shown.variables.map(({ name, value }) => [name, value]))
  const at0 = { workplaceId, definition, elementId, form: formOf(shown), formKey, files: parts.forms }
  const form = await db.read(request, (tx) => loadForm(runtime, tx, at0, async () => variables))
  return {
    place,
    form,
    occasion: {
      variables,
      files: new Map(),
      timeZone,
      dayZone: runtime.zone,
      now: status === 'new' ? clock() : new Date(at),
      userId: userId ?? request.user.username,
      // Whoever tries a process plays everybody: what a form has for some is for him too.
      memberships: listMentioned(form.document),
    },
  }
}

function formOf({ definition, place }: ShownTask): Form | null {
  const element = definition.model.elements[place.element]
  return element !== undefined && 'form' in element ? element.form : null
}
