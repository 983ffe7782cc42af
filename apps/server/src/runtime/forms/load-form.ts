import type { Form } from '@millrace/bpmn'
import type { Definition } from '@millrace/engine'
import {
  compile,
  createDocument,
  type FieldBinding,
  type FormDocument,
  type FormExpressions,
  fromVariables,
  listOutsideNames,
  prepareExpressions,
  type RuntimeDocument,
} from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import type { Tx } from '../../platform/db/database.ts'
import { NoThread } from '../../platform/threads/create-threads.ts'
import { fetchResource } from '../definitions/definitions.ts'
import { shortFile } from '../definitions/read-model.ts'
import { sourcesFor } from '../definitions/sources.ts'
import type { Runtime } from '../runtime.ts'
import { inThread } from '../threads/in-thread.ts'
import { readTime, type TimeBudget } from '../threads/time-budget.ts'
import { type AskedOnWay, listAskedVariables } from './asked-variables.ts'
import { type FormSource, fileOfForm, findFormSource } from './form-source.ts'
import { describeVariables, noVariables, type VisibleVariables } from './variables.ts'

/** A form as plain data, before it is opened. */
export interface LoadedForm {
  readonly document: RuntimeDocument
  /** Names of the process variables that its expressions read. */
  readonly outsideNames: readonly string[]
  /** Compiled; null for a form so large that it is opened and read in threads alone. */
  readonly expressions: FormExpressions | null
  /** The bindings of fields that are in the model; empty for others. */
  readonly bindings: readonly FieldBinding[]
  /** Sentences about features of the model that the product does not support. */
  readonly unsupported: readonly string[]
  /**
   * Whether the form was generated from the variables, because the form of the model is not supported. Only changed
   * values are written.
   */
  readonly isGeneric: boolean
  /** For a generic form: checkboxes whose value is “no” when they are not ticked, because the model reads them next. */
  readonly answered: readonly string[]
}

/** A form, ready to be opened and read. */
export interface ReadyForm extends LoadedForm {
  readonly expressions: FormExpressions
}

export interface FormPlace {
  readonly workplaceId: string
  readonly definition: Definition
  /** The start event or user task. */
  readonly elementId: string
  readonly form: Form | null
  /** Evaluated. */
  readonly formKey: string | null
  /** Files in place of those of the deployment, by name. */
  readonly files?: ReadonlyMap<string, string>
}

/**
 * Loads the form of a start event or user task. A form that cannot be read, or that only another product knows, is
 * replaced by a generic form of the variables, with `unsupported` set. Where the model has no form, the generic form
 * asks for variables that the model reads next and that are not set.
 *
 * @param readVariables reads the visible variables; called only for the generic form.
 */
export async function loadForm(
  runtime: Runtime,
  tx: Tx,
  place: FormPlace,
  readVariables: () => Promise<VisibleVariables>,
): Promise<LoadedForm> {
  const known = findLoadedForm(place)
  if (known !== null) return known
  const id = `${place.definition.key}:${place.elementId}`.replace(/[^\w.:-]/g, '_').slice(0, 255)
  const { form, formKey, definition, elementId } = place
  const source = findFormSource({ id, model: place.definition.model, form, formKey })
  const read = await readSource(runtime, tx, place, source, id)
  if (!('fault' in read) && source.kind !== 'none') {
    if (form !== null) loadedForms.set(form, { formKey, loaded: read })
    return read
  }
  const asked = await listAskedVariables(runtime, tx, place)
  if ('fault' in read)
    return genericForm(id, { variables: await readVariables(), asked, unsupported: [read.fault], zone: runtime.zone })
  // Who works on a task without a form is asked for nothing that others may still bring.
  const isStart = definition.model.elements[elementId]?.type === 'startEvent'
  const wanted = isStart ? asked : asked.filter(({ isCertain }) => isCertain)
  const given = wanted.length === 0 ? noVariables : await readVariables()
  const missing = wanted.filter(({ name }) => !given.has(name))
  return missing.length === 0
    ? read
    : genericForm(id, { variables: noVariables, asked: missing, unsupported: [], zone: runtime.zone })
}

/** Returns the form if it can be determined without a query; null if `loadForm` has to be called. */
export function findLoadedForm({ form, formKey }: Pick<FormPlace, 'form' | 'formKey'>): LoadedForm | null {
  const known = form === null ? undefined : loadedForms.get(form)
  return known?.formKey === formKey ? known.loaded : null
}

/** Returns the form of a task that has none: it can only be completed. */
export function createEmptyForm(id: string): LoadedForm {
  const loaded = compileForm(createDocument(id, []))
  if ('fault' in loaded) throw new Error(loaded.fault)
  return loaded
}

/** Files of a deployment never change, so what was made of them holds as long as the model does. */
const loadedForms = new WeakMap<Form, { readonly formKey: string | null; readonly loaded: LoadedForm }>()

async function readSource(
  runtime: Runtime,
  tx: Tx,
  place: FormPlace,
  source: FormSource,
  id: string,
): Promise<LoadedForm | Fault> {
  switch (source.kind) {
    case 'none':
      return createEmptyForm(id)
    case 'fields': {
      const { document, bindings, unsupported } = source.form
      const compiled = compileForm(document)
      return 'fault' in compiled
        ? compiled
        : { ...compiled, bindings, unsupported: unsupported.map(({ fieldId, message }) => `${fieldId}: ${message}`) }
    }
    case 'document': {
      const text = await readFile(runtime, tx, place, source.fileName)
      return text === null
        ? { fault: `Expected the form “${source.fileName}” in the deployment, but it does not exist.` }
        : parseFile(runtime, place, { text, fileName: source.fileName })
    }
    case 'unknown': {
      const fileName = fileOfForm(source.key)
      const text = fileName === null ? null : await readFile(runtime, tx, place, fileName)
      if (fileName !== null && text !== null) return parseFile(runtime, place, { text, fileName })
      return {
        fault: `Expected a form of this product, but the model names “${source.key}”. The process data is shown instead.`,
      }
    }
  }
}

export interface Fault {
  readonly fault: string
}

/** Parses the form in a file. Returns the form, or a sentence with the reason why it cannot be shown. */
export function parseForm(text: string, fileName: string): ReadyForm | Fault {
  try {
    return compileForm(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { fault: `Expected the form “${fileName}” to be JSON, but it is not: ${error.message}.` }
  }
}

/**
 * Returns the reason why the form in a file cannot be shown; null: it can, or the time or all threads are used up, so that
 * it is not known. Reads it in a thread: there can be many.
 *
 * @param time the time that is left to all forms of a check.
 */
export async function readFormFault(
  runtime: Runtime,
  workplaceId: string,
  { time, ...input }: { readonly text: string; readonly fileName: string; readonly time: TimeBudget },
): Promise<string | null> {
  if (time.left <= 0) return null
  try {
    const read = await inThread(runtime, { kind: 'parseForm', input, owner: workplaceId, time })
    return read.ok && 'fault' in read.output ? read.output.fault : null
  } catch (error) {
    if (error instanceof NoThread) return null
    throw error
  }
}

async function parseFile(
  runtime: Runtime,
  place: FormPlace,
  file: { readonly text: string; readonly fileName: string },
): Promise<LoadedForm | Fault> {
  return file.text.length <= shortFile ? parseForm(file.text, file.fileName) : parseLongForm(runtime, place, file)
}

async function parseLongForm(
  runtime: Runtime,
  { workplaceId: owner }: Pick<FormPlace, 'workplaceId'>,
  input: { readonly text: string; readonly fileName: string },
): Promise<LoadedForm | Fault> {
  const read = await inThread(runtime, { kind: 'parseForm', input, owner, time: readTime(runtime) })
  if (!read.ok) return { fault: read.broken.message }
  return 'fault' in read.output ? read.output : { ...read.output, expressions: null }
}

function compileForm(input: unknown): ReadyForm | Fault {
  const compiled = compile(input, { language: formFeel })
  if (!compiled.ok)
    return {
      fault: `Expected a form that can be shown, but it has faults. ${compiled.problems
        .slice(0, 3)
        .map(({ at, message }) => `${at}: ${message}`)
        .join(' ')}`,
    }
  const expressions = prepareExpressions(compiled.form, formFeel)
  return {
    document: compiled.form,
    outsideNames: listOutsideNames(expressions),
    expressions,
    bindings: [],
    unsupported: [],
    isGeneric: false,
    answered: [],
  }
}

function genericForm(
  id: string,
  {
    variables,
    asked,
    unsupported,
    zone,
  }: {
    readonly variables: VisibleVariables
    readonly asked: readonly AskedOnWay[]
    readonly unsupported: readonly string[]
    readonly zone: string
  },
): LoadedForm {
  const document: FormDocument = fromVariables(id, describeVariables(variables), asked, zone)
  const compiled = compileForm(document)
  if ('fault' in compiled) throw new Error(compiled.fault)
  const answered = asked.filter(({ name, type, isCertain }) => type === 'Boolean' && isCertain && !variables.has(name))
  return { ...compiled, unsupported, isGeneric: true, answered: answered.map(({ name }) => name) }
}

async function readFile(
  runtime: Runtime,
  tx: Tx,
  { workplaceId, definition, files }: FormPlace,
  name: string,
): Promise<string | null> {
  if (files !== undefined) return files.get(name) ?? null
  const sources = sourcesFor(runtime, workplaceId)
  await fetchResource(tx, workplaceId, sources, { deploymentId: definition.deploymentId, name })
  return sources.resource(definition.deploymentId, name) ?? null
}
