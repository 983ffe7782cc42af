import type { StartEvent } from '@millrace/bpmn'
import type { AnswerOf, FormSubmission, processCalls } from '@millrace/contract'
import type { Command, PlainVariable } from '@millrace/engine'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { listTopStarts } from '../../runtime/deploy/start-events.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { findNextTask } from '../../runtime/execute/next-task.ts'
import { findUploads, keepFilesStatements, readFileVariables } from '../../runtime/forms/files.ts'
import { type LoadedForm, loadForm } from '../../runtime/forms/load-form.ts'
import { type FormOccasion, openForm } from '../../runtime/forms/open-form.ts'
import { type FormResult, listFileIds, readForm } from '../../runtime/forms/read-form.ts'
import { noVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type DefinitionRow, findDefinition } from './definition-queries.ts'
import { assertCanStart, noSuchProcess } from './policy.ts'
import { presentDefinition } from './present-instance.ts'

export async function getStartForm(
  runtime: Runtime,
  user: User,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<AnswerOf<typeof processCalls.startForm>> {
  return runtime.db.read(user, async (tx) => {
    const row = await getStartable(tx, user, id)
    const { form, occasion } = await loadStart(runtime, tx, user, row, timeZone)
    const { description, category } = row
    return { definition: { ...presentDefinition(row), description, category }, form: openForm(form, occasion) }
  })
}

type StartBody = FormSubmission & { readonly businessKey: string | null }
type StartCommand = Extract<Command, { type: 'startInstance' }>

/** Starts an instance with the values of the start form. When a step before its first wait fails, nothing is left of it. */
export async function startProcess(
  runtime: Runtime,
  user: User,
  id: string,
  body: StartBody,
): Promise<AnswerOf<typeof processCalls.start>> {
  const instanceId = runtime.newId()
  const place = { workplaceId: user.workplaceId, username: user.username, instanceId }
  const { command, files } = await runtime.db.read(user, async (tx) => {
    const row = await getStartable(tx, user, id)
    const { form, occasion, definition, start } = await loadStart(runtime, tx, user, row, body.timeZone)
    const uploads = await findUploads(tx, place, listFileIds(form, body.values))
    const result = readForm(form, body, occasion, uploads)
    if (result instanceof Refusal) throw result
    const variables = [...result.variables, ...(await readFileVariables(tx, user.workplaceId, result.files))]
    const businessKey = body.businessKey || businessKeyOf(start, variables)
    const command: StartCommand = {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey,
      variables,
      startElementId: start?.id ?? null,
      tenantId: row.tenant_id,
    }
    return { command, files: result.files satisfies FormResult['files'] }
  })
  const answer = await executeStart(runtime, actorOf(user), command, keepFilesStatements(place, files))
  if (!answer.ok) throw refuseStart(answer)
  return { instanceId, businessKey: command.businessKey, nextTaskId: await findNextTask(runtime.db, user, instanceId) }
}

/** @throws Refusal when the user may not start it, or nobody can. */
export async function getStartable(tx: Tx, user: User, id: string): Promise<DefinitionRow> {
  const row = await findDefinition(tx, user.workplaceId, id)
  if (row === null) throw noSuchProcess()
  assertCanStart(user, row)
  return row
}

interface LoadedStart {
  readonly form: LoadedForm
  readonly occasion: FormOccasion
  readonly definition: StartCommand['definition']
  readonly start: StartEvent | undefined
}

async function loadStart(
  runtime: Runtime,
  tx: Tx,
  { workplaceId, username }: User,
  row: DefinitionRow,
  timeZone: string,
): Promise<LoadedStart> {
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: row.id })
  if (definition === null) throw noSuchProcess()
  const start = listTopStarts(definition.model).find(({ definitions }) => definitions.length === 0)
  const place = {
    workplaceId,
    definition,
    elementId: start?.id ?? '',
    form: start?.form ?? null,
    formKey: start?.form?.key?.text ?? null,
  }
  const form = await loadForm(runtime, tx, place, async () => noVariables)
  return {
    form,
    definition,
    start,
    occasion: { variables: noVariables, files: new Map(), timeZone, now: runtime.clock(), userId: username },
  }
}

/** The field that a model of Camunda names as the business key. */
function businessKeyOf(start: StartEvent | undefined, variables: readonly PlainVariable[]): string | null {
  const field = start?.form?.businessKeyField
  const value = field == null ? null : (variables.find(({ name }) => name === field)?.value.value ?? null)
  return value === null || value === '' || value instanceof Uint8Array ? null : String(value).slice(0, 255)
}

function refuseStart(answer: Exclude<Awaited<ReturnType<typeof executeStart>>, { ok: true }>): Refusal {
  if (answer.reason === 'failed') return refuse('process.refused', answer.failure.message)
  return refuse(
    'definition.not-startable',
    answer.reason === 'refused' ? answer.refusal.message : 'Expected a process that can be started, but it is gone.',
  )
}
