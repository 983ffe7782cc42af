import type { Form, ProcessModel } from '@millrace/bpmn'
import type { PlainVariable } from '@millrace/engine'
import { isWrittenAsGiven } from '../../operations/given-values.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Place } from '../../platform/db/actor.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { type FormRef, readDeployedForm } from '../forms/deployed-form.ts'
import { evaluateRef, isEvaluated } from '../forms/evaluate-ref.ts'
import { createFieldContext, listSubmitted, presentFields, submitFields, valuesOf } from '../forms/form-fields.ts'
import { renderForm } from '../forms/render-form.ts'
import { bodyOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { failed, invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { presentForm, showsTexts } from '../process-definition/start-form.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { presentVariables, selectVariables, typedVariables, type VariableRow } from '../variables/select-variables.ts'
import { type FoundTask, findTask } from './find-task.ts'
import { complete } from './task-actions.ts'
import type { TaskRow } from './task-query.ts'

/** `GET /task/{id}/form`: returns the key or reference of the form. */
export async function getTaskForm(call: Call): Promise<unknown> {
  const task = await findFormTask(call, (id) => failed(400, `Cannot get form for task ${id}`))
  const { form } = await findForm(call, task)
  if (form === null) return { key: null, camundaFormRef: null, contextPath: null }
  const shown = presentForm(form, `embedded:engine://engine/:engine/task/${pathOf(call, 'id')}/rendered-form`)
  return { ...shown, camundaFormRef: await evaluateFormRef(call, task, form), contextPath: null }
}

/** Evaluates the reference of a task to its form. */
async function evaluateFormRef(call: Call, task: FoundTask, form: Form | null): Promise<FormRef | null> {
  return evaluateRef(call, form, async () => typedVariables(await listForForm(call, task)))
}

/** Evaluates the form references of tasks that are expressions; other tasks are unchanged. */
export async function fillFormRefs(call: Call, rows: readonly TaskRow[]): Promise<TaskRow[]> {
  const filled: TaskRow[] = []
  for (const row of rows) filled.push(hasExpression(row.camundaFormRef) ? await fillFormRef(call, row) : row)
  return filled
}

function hasExpression(ref: unknown): boolean {
  return ref !== null && isEvaluated(JSON.stringify(ref))
}

async function fillFormRef(call: Call, row: TaskRow): Promise<TaskRow> {
  const task = await findTask(call, row.id)
  if (task === null) return row
  const { form } = await findForm(call, task)
  return { ...row, camundaFormRef: await evaluateFormRef(call, task, form) }
}

/** `GET /task/{id}/rendered-form`: returns the generated form as HTML. */
export async function renderTaskForm(call: Call): Promise<unknown> {
  const task = await findFormTask(call)
  const { form } = await findForm(call, task)
  const fields = form?.fields ?? []
  if (fields.length === 0) throw notFound(`No matching rendered form for task with the id ${task.id} found.`)
  const context = await createFieldContext(call, fields, { variables: typedVariables(await listForForm(call, task)) })
  return renderForm(fields, valuesOf(context))
}

/** `GET /task/{id}/deployed-form`: returns the file that the key or reference of the form names. */
export async function getDeployedForm(call: Call): Promise<unknown> {
  const task = await findFormTask(call, (id) => invalid(`No task found for taskId '${id}': task is null`))
  const { form, deploymentId } = await findForm(call, task)
  return readDeployedForm(call, {
    key: task.formKey ?? form?.key?.text ?? null,
    ref: await evaluateFormRef(call, task, form),
    deploymentId,
  })
}

/**
 * `GET /task/{id}/form-variables`: returns the fields of the form with the values that the form shows (decision 114),
 * and the other variables that the caller may see.
 */
export async function listFormVariables(call: Call): Promise<unknown> {
  const task = await findFormTask(
    call,
    (id) => new RestRefusal(400, 'BadUserRequestException', `Cannot find task with id '${id}'.: task is null`, 0),
  )
  const rows = await listVisible(call, task)
  const { form, model } = await findForm(call, task)
  const wanted = call.query.variableNames === undefined ? null : new Set(call.query.variableNames.split(','))
  const isWanted = (name: string) => wanted === null || wanted.has(name)
  const all = form?.fields ?? []
  const context = await createFieldContext(call, all, {
    variables: typedVariables(all.length === 0 ? [] : await listForForm(call, task)),
    showsTexts: showsTexts(model),
  })
  const fields = Object.entries(presentFields(all, context)).filter(([name]) => isWanted(name))
  const shown = await presentVariables(
    rows.filter(({ name }) => isWanted(name)),
    call.query.deserializeValues !== 'false',
  )
  return fields.length === 0 ? shown : { ...shown, ...Object.fromEntries(fields) }
}

/**
 * `POST /task/{id}/submit-form`: completes the task with the values of the form. A delegated task is given back to its
 * owner.
 */
export async function submitTaskForm(call: Call): Promise<unknown> {
  const doing = `Cannot submit task form ${pathOf(call, 'id')}`
  const given = readOrRefuse(doing, () => readVariables(bodyOf(call).variables))
  const task = await findTask(call)
  const isAsGiven =
    task !== null &&
    isWrittenAsGiven(call.request.user, { kind: 'variables', variables: given }, 'tasks.work', task.processKey)
  const variables = isAsGiven ? await readFields(call, task, given, doing) : given
  return complete(call, { variables, fields: given, delegated: 'return', doing })
}

/** Reads the submitted fields by the form that Camunda generates from the model. */
async function readFields(
  call: Call,
  task: FoundTask,
  given: readonly PlainVariable[],
  doing: string,
): Promise<readonly PlainVariable[]> {
  const { form } = await findForm(call, task)
  const fields = listSubmitted(form)
  const variables = typedVariables(fields.length === 0 ? [] : await listForForm(call, task))
  const submission = submitFields(fields, given, await createFieldContext(call, fields, { variables }))
  if (!submission.ok) throw invalid(`${doing}: ${submission.message}`)
  return submission.variables
}

/** @param missing the refusal for a task that does not exist, which Camunda words differently in each call. */
async function findFormTask(
  call: Call,
  missing: (id: string) => RestRefusal = (id) => notFound(`No matching task with id ${id}`),
): Promise<FoundTask> {
  const task = await findTask(call)
  if (task === null) throw missing(pathOf(call, 'id'))
  return task
}

async function findForm(
  call: Call,
  { definitionId, taskKey }: FoundTask,
): Promise<{ form: Form | null; model: ProcessModel | null; deploymentId: string }> {
  const { workplaceId } = call.actor
  const definition = await call.runtime.db.read(call.actor, (tx) =>
    getProcess(call.runtime, tx, workplaceId, { by: 'id', id: definitionId }),
  )
  const element = definition?.model.elements[taskKey]
  return {
    form: element?.type === 'userTask' ? element.form : null,
    model: definition?.model ?? null,
    deploymentId: definition?.deploymentId ?? definitionId,
  }
}

/** Lists the variables for the form itself, which shows the fields that its designer chose. */
function listForForm(call: Call, task: FoundTask): Promise<VariableRow[]> {
  return listVisible(call, task, withoutHiding(call.request))
}

async function listVisible(call: Call, task: FoundTask, place: Place = call.request): Promise<VariableRow[]> {
  const { workplaceId } = place
  const { id, rootId, instanceId, elementId } = task
  const scope = { rootId, instanceId, scopeId: id, elementId }
  return call.runtime.db.read(place, (tx) =>
    selectVariables(tx, workplaceId, scope, { isLocal: false, withFiles: true }),
  )
}
