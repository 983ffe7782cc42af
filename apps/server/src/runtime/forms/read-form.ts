import type { FormSubmission } from '@millrace/contract'
import type { PlainVariable, TypedValue } from '@millrace/engine'
import {
  type FileValue,
  type FormValues,
  listChangedValues,
  type NamedVariable,
  type Problem,
  presentProblem,
  readSubmission,
  readValues,
  toVariables,
} from '@millrace/forms'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { writeByExpression } from './bindings.ts'
import type { LoadedForm } from './load-form.ts'
import { createFormContext, type FormOccasion, openingValues } from './open-form.ts'

/** What a submitted form writes. */
export interface FormResult {
  readonly variables: readonly PlainVariable[]
  /** The content of these uploads belongs into the variable of that name; none empties it. */
  readonly files: readonly FieldFiles[]
}

export interface FieldFiles {
  readonly variable: string
  readonly files: readonly FileValue[]
  /** Only one file fits: the variable is the file itself, else it is a list of them. */
  readonly isSingle: boolean
}

/** The variable that receives the submit action of a form which has several. */
export const actionVariable = 'submitAction'

/**
 * Reads and checks a submission with the code that the browser uses. Nothing the browser says is believed: the files
 * are those that the caller found by their ids.
 *
 * @param uploads what is known of each file that the submission names.
 * @returns what to write, or the refusal with each fault by field.
 */
export function readForm(
  loaded: LoadedForm,
  submission: FormSubmission,
  occasion: FormOccasion,
  uploads: ReadonlyMap<string, FileValue>,
): FormResult | Refusal {
  const { document } = loaded
  if (submission.hash !== document.hash) {
    return refuse(
      'form.changed',
      'Expected the form as it is now, but it has changed since you opened it. Open it again; your values could not be kept.',
    )
  }
  if (submission.action !== null && !document.settings.submitActions.some(({ id }) => id === submission.action)) {
    return refuseForm([{ field: '', code: 'form.invalid' }])
  }
  const context = createFormContext(loaded, occasion)
  const current = readValues(document, openingValues(loaded, occasion), context).values
  const checked = withKnownFiles(loaded, submission.values, uploads)
  if ('problems' in checked) return refuseForm(checked.problems)
  const read = readSubmission(document, checked.values, { current, context })
  if (!read.ok) return refuseForm(read.problems)
  const values = loaded.isGeneric
    ? listChangedValues(document, current, read.values)
    : withDefaults(loaded, current, read.values, occasion)
  const { variables, files } = toVariables(document, values, context)
  return {
    variables: [
      ...bind(loaded, variables, occasion),
      ...(submission.action === null ? [] : [actionOf(submission.action)]),
    ],
    files: files.map(({ name, files: list }) => ({ variable: name, files: list, isSingle: isSingle(loaded, name) })),
  }
}

/** Ids of the files that a submission names. */
export function listFileIds({ document }: LoadedForm, values: FormSubmission['values']): string[] {
  const ids = document.fields.flatMap(({ key, type }) => {
    const list: unknown = type === 'file' && Object.hasOwn(values, key) ? values[key] : null
    return Array.isArray(list)
      ? list.map((file: unknown) => (typeof file === 'object' && file !== null && 'id' in file ? file.id : null))
      : []
  })
  return ids.filter((id) => typeof id === 'string').slice(0, 100)
}

function refuseForm(problems: readonly Problem[]): Refusal {
  const details = problems.map(({ field, ...fault }) => ({
    where: field,
    message: presentProblem(fault),
    code: fault.code,
  }))
  return refuse(
    'form.invalid',
    'Expected values that fit the form, but some are missing or wrong. Correct them and send the form again.',
    details,
  )
}

function withKnownFiles(
  { document }: LoadedForm,
  values: FormSubmission['values'],
  uploads: ReadonlyMap<string, FileValue>,
): { values: FormSubmission['values'] } | { problems: Problem[] } {
  const problems: Problem[] = []
  const known: Record<string, unknown> = Object.assign(Object.create(null), values)
  for (const { key, type } of document.fields) {
    const list = known[key]
    if (type !== 'file' || !Array.isArray(list)) continue
    const found = list.map((file: unknown) =>
      uploads.get(typeof file === 'object' && file !== null && 'id' in file ? String(file.id) : ''),
    )
    if (found.includes(undefined)) problems.push({ field: key, code: 'file.invalid' })
    known[key] = found
  }
  return problems.length > 0 ? { problems } : { values: known }
}

/** As the engines do: a default holds where nothing was submitted and there is no variable yet. */
function withDefaults(
  { bindings }: LoadedForm,
  current: FormValues,
  values: FormValues,
  { variables }: FormOccasion,
): FormValues {
  const missing = bindings.filter(
    ({ key, variable, expression, defaultValue }) =>
      defaultValue !== null &&
      expression === null &&
      !Object.hasOwn(values, key) &&
      !variables.has(variable) &&
      current[key] != null,
  )
  return { ...Object.fromEntries(missing.map(({ key }) => [key, current[key] ?? null])), ...values }
}

function bind({ bindings }: LoadedForm, variables: readonly NamedVariable[], occasion: FormOccasion): PlainVariable[] {
  const bound = new Map(
    bindings.filter(({ expression }) => expression !== null).map((binding) => [binding.variable, binding]),
  )
  let seen = occasion.variables
  return variables.map((variable) => {
    const binding = bound.get(variable.name)
    // Two fields may write into one variable: the second sees what the first has written.
    const written = binding === undefined ? null : writeByExpression(binding, variable, seen)
    if (written === null) return plainOf(variable)
    seen = new Map([...seen, [written.name, written.value]])
    return written
  })
}

function plainOf({ name, type, value }: NamedVariable): PlainVariable {
  const typed: TypedValue = { type, value, info: null }
  return { name, value: typed }
}

function actionOf(action: string): PlainVariable {
  return { name: actionVariable, value: { type: 'String', value: action, info: null } }
}

function isSingle({ document }: LoadedForm, name: string): boolean {
  const field = document.fields.find(
    ({ key, props }) => (typeof props.variable === 'string' ? props.variable : key) === name,
  )
  return (field?.props.maxfiles ?? 1) === 1
}
