import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { keepFilesStatements, readFileVariables } from '../../runtime/forms/files.ts'
import { formFieldStatements } from '../../runtime/forms/form-fields.ts'
import { readSubmitted } from '../../runtime/forms/read-submitted.ts'
import type { FieldClaim } from '../../runtime/look-ups/field-claims.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { readFormInThread } from '../../runtime/threads/fill-form.ts'
import { type GivenValues, type GivenVariables, isWrittenAsGiven, toSubmission } from '../given-values.ts'
import { loadTaskForm } from './load-task-form.ts'
import { isStandalone, type OpenTask } from './task.ts'

/** The variables that a completion writes, and other statements of the same commit. */
export interface TaskValues {
  readonly variables: readonly PlainVariable[]
  readonly extra: readonly Statement[]
  /** The chosen values that `refuseUnoffered` has to check after the reading. */
  readonly claims: readonly FieldClaim[]
}

/** Reads the values of a completion, through the form of the task where the caller has to use it. */
export async function readTaskValues(
  runtime: Runtime,
  tx: Tx,
  { request, task, given }: { request: Request; task: OpenTask; given: GivenValues },
): Promise<TaskValues | Refusal> {
  const { user } = request
  if (isWrittenAsGiven(user, given, 'tasks.work', task.processKey))
    return { variables: given.variables, extra: fieldsOf(runtime, request, task, given), claims: [] }
  const timeZone = given.kind === 'form' ? given.submission.timeZone : runtime.zone
  const { form, occasion } = await loadTaskForm(runtime, tx, { user, task, timeZone })
  const submission = toSubmission(given, form, timeZone)
  const { workplaceId, username } = user
  const place = { workplaceId, username, instanceId: task.instanceId }
  const submitted = await readSubmitted(tx, place, form, submission)
  const result = await readFormInThread(runtime, workplaceId, form, { ...submitted, occasion })
  if (result instanceof Refusal) return result
  const variables = [...result.variables, ...(await readFileVariables(runtime, tx, workplaceId, result.files))]
  return { variables, extra: keepFilesStatements(place, result.files), claims: result.claims }
}

/** Returns the texts of Camunda's own form, for history. */
export function fieldsOf(
  runtime: Runtime,
  request: Request,
  task: OpenTask,
  { fields = [] }: GivenVariables,
): Statement[] {
  if (isStandalone(task)) return []
  const { instanceId, id: taskId, elementId } = task
  return formFieldStatements(runtime, actorOf(request), { instanceId, taskId, elementId, fields })
}
