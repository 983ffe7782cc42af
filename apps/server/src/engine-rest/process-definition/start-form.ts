import type { Form, ProcessModel, StartEvent } from '@millrace/bpmn'
import { type Definition, type PlainVariable, semanticsOf } from '@millrace/engine'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { listTopStarts } from '../../runtime/deploy/start-events.ts'
import { type FormRef, readDeployedForm } from '../forms/deployed-form.ts'
import {
  createFieldContext,
  listSubmitted,
  presentFields,
  type Submission,
  submitFields,
  valuesOf,
} from '../forms/form-fields.ts'
import { renderForm } from '../forms/render-form.ts'
import { bodyOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import type { DefinitionRow } from './definition-query.ts'
import { getDefinition, unknownToEngine } from './find-definition.ts'
import { presentStarted, startInstance } from './start-instance.ts'

/** `GET …/startForm`: returns the key or reference of the start form. */
export async function getStartForm(call: Call): Promise<unknown> {
  const row = await getDefinition(call, (id) => invalid(`Cannot get start form data for process definition ${id}`, 0))
  const form = (await findModel(call, row)).start?.form ?? null
  if (form === null) return { key: null, camundaFormRef: null, contextPath: null }
  return {
    ...presentForm(form, `embedded:engine://engine/:engine/process-definition/${row.id}/rendered-form`),
    contextPath: null,
  }
}

/** Presents a form by its key or reference; or, for the fields of a model, by the path of the generated form. */
export function presentForm(
  { key, ref, fields }: Form,
  generated: string,
): { key: string | null; camundaFormRef: unknown } {
  return { key: key?.text ?? (fields.length > 0 ? generated : null), camundaFormRef: presentRef({ ref }) }
}

export function presentRef(form: Pick<Form, 'ref'> | null): FormRef | null {
  const ref = form?.ref ?? null
  if (ref === null) return null
  // An expression has no number until it is evaluated.
  const version = ref.version !== null && /^\d{1,9}$/.test(ref.version.text) ? Number(ref.version.text) : null
  return { key: ref.key.text, binding: ref.binding, version }
}

/** `GET …/form-variables`: returns the fields of the form with their initial values. */
export async function listStartFormVariables(call: Call): Promise<unknown> {
  const { model, start } = await findModel(call, await getDefinition(call, unknownToEngine))
  const wanted = call.query.variableNames?.split(',') ?? null
  const fields = start?.form?.fields ?? []
  const context = await createFieldContext(call, fields, { variables: new Map(), showsTexts: showsTexts(model) })
  return Object.fromEntries(
    Object.entries(presentFields(fields, context)).filter(([name]) => wanted === null || wanted.includes(name)),
  )
}

/** `GET …/rendered-form`: returns the generated form as HTML. */
export async function renderStartForm(call: Call): Promise<unknown> {
  const row = await getDefinition(call, unknownToEngine)
  const { start } = await findModel(call, row)
  const fields = start?.form?.fields ?? []
  if (fields.length === 0)
    throw notFound(`No matching rendered start form for process definition with the id ${row.id} found.`)
  return renderForm(fields, valuesOf(await createFieldContext(call, fields, { variables: new Map() })))
}

/** `GET …/deployed-start-form`: returns the file that the key or reference of the form names. */
export async function getDeployedStartForm(call: Call): Promise<unknown> {
  const row = await getDefinition(call)
  const form = (await findModel(call, row)).start?.form ?? null
  return readDeployedForm(call, {
    key: form?.key?.text ?? null,
    ref: presentRef(form),
    deploymentId: row.deploymentId,
  })
}

/** `POST …/submit-form`: starts an instance with the values of the form. */
export async function submitStartForm(call: Call): Promise<unknown> {
  const row = await getDefinition(call)
  const body = bodyOf(call)
  const doing = `Cannot instantiate process definition ${row.id}`
  const variables = readOrRefuse(doing, () => readVariables(body.variables))
  const { start } = await findModel(call, row)
  const fields = listSubmitted(start?.form)
  const context = await createFieldContext(call, fields, { variables: new Map() })
  const { given, businessKey } = takeBusinessKey(start?.form ?? null, variables, textOf(body, 'businessKey'))
  const submission: Submission = submitFields(fields, given, context)
  if (!submission.ok) throw invalid(`${doing}: ${submission.message}`)
  const request = { businessKey, variables: submission.variables, fields: variables }
  return presentStarted(call, await startInstance(call, row.id, request, doing))
}

/** The business key as it is given, or else as the field that is the business key. */
function takeBusinessKey(
  form: Form | null,
  given: readonly PlainVariable[],
  businessKey: string | null,
): { readonly given: readonly PlainVariable[]; readonly businessKey: string | null } {
  const field = businessKey === null ? given.find(({ name }) => name === form?.businessKeyField) : undefined
  const value = field?.value.value ?? null
  if (value === null) return { given, businessKey }
  return { given: given.filter((one) => one !== field), businessKey: String(value) }
}

interface FoundModel {
  readonly model: ProcessModel | null
  /** The start event that has the form: the one that nothing particular fires. */
  readonly start: StartEvent | undefined
}

async function findModel(call: Call, { id }: DefinitionRow): Promise<FoundModel> {
  const { workplaceId } = call.actor
  const definition: Definition | null = await call.runtime.db.read(call.actor, (tx) =>
    getProcess(call.runtime, tx, workplaceId, { by: 'id', id }),
  )
  const starts = definition === null ? [] : listTopStarts(definition.model)
  return {
    model: definition?.model ?? null,
    start: starts.find(({ definitions }) => definitions.length === 0) ?? starts[0],
  }
}

export function showsTexts(model: ProcessModel | null): boolean {
  return model !== null && semanticsOf(model).formsShowTexts
}
