import type { FormSubmission } from '@millrace/contract'
import type { PlainVariable, TypedValue } from '@millrace/engine'
import {
  type EntryContext,
  type FileValue,
  type FormValues,
  holdsFiles,
  keepType,
  listChangedValues,
  listNamed,
  mapEntries,
  type NamedVariable,
  namedBy,
  type Problem,
  presentProblem,
  readSubmission,
  readValues,
  type TypedVariable,
  toVariables,
  variableOf,
} from '@millrace/forms'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type FieldClaim, toFieldClaims } from '../look-ups/field-claims.ts'
import { findPlaced, writeByExpression } from './bindings.ts'
import { isGuest } from './guest.ts'
import type { LoadedForm, ReadyForm } from './load-form.ts'
import { type KnownNamed, listShownPeople } from './named-in-values.ts'
import { createFormContext, type MeteredOccasion, openingValues } from './open-form.ts'
import { toFormVariables, type VisibleVariables } from './variables.ts'

/** The variables and other data that a submitted form writes. */
export interface FormResult {
  readonly variables: readonly PlainVariable[]
  /** The content of these uploads belongs into the variable of that name; none empties it. */
  readonly files: readonly FieldFiles[]
  /** Values chosen from external systems, which have to be checked there before anything is written. */
  readonly claims: readonly FieldClaim[]
}

export interface FieldFiles {
  readonly variable: string
  readonly files: readonly FileValue[]
  /**
   * The type of the variable: one file, a list of files, or a value that contains names of files and is written without
   * them.
   */
  readonly holds: 'file' | 'list' | 'value'
}

/** Files and people in a submission, as the database knows them. */
export interface Known {
  readonly uploads: ReadonlyMap<string, FileValue>
  readonly named: KnownNamed
}

/** The variable that receives the submit action of a form which has several. */
export const actionVariable = 'submitAction'

/**
 * Reads and validates a submission with the code that the browser also uses. The browser is not trusted: files are
 * those that the caller found by their ids.
 *
 * @param known files and people in the submission, from the database.
 * @returns the values to write, or a refusal with each error by field.
 * @throws OutOfAllowance
 */
export function readForm(
  loaded: ReadyForm,
  submission: FormSubmission,
  occasion: MeteredOccasion,
  { uploads, named }: Known,
): FormResult | Refusal {
  const { document } = loaded
  if (submission.hash !== document.hash) {
    return refuse(
      'form.changed',
      'Expected the current form, but it has changed since you opened it. Open it again. Your entries could not be kept.',
    )
  }
  if (submission.action !== null && !document.settings.submitActions.some(({ id }) => id === submission.action)) {
    return refuseForm([{ field: '', code: 'form.invalid' }])
  }
  const context = createFormContext(loaded, occasion)
  const opened = openingValues(loaded, occasion)
  const current = readValues(document, opened, context).values
  const checked = withKnownFiles(loaded, submission.values, uploads)
  if ('problems' in checked) return refuseForm(checked.problems)
  // Whoever has no account may leave in place whom the form shows, and is told of nobody else whether they exist.
  const known = isGuest(occasion.userId) ? new Map([...named, ...listShownPeople(document, opened)]) : named
  const strangers = listStrangers(loaded, submission.values, known)
  const read = readSubmission(document, checked.values, {
    current: opened,
    context: { ...context, knownChoices: named },
  })
  if (!read.ok || strangers.length > 0) return refuseForm([...(read.ok ? [] : read.problems), ...strangers])
  const before = toFormVariables(occasion.variables)
  const sent = loaded.isGeneric
    ? { ...answersOf(loaded, read.values), ...read.values }
    : withDefaults(loaded, current, read.values, occasion)
  const { values, opened: compared } = compareBound(loaded, { current, sent, variables: occasion.variables })
  const { variables, files } = toVariables(document, values, { context, before, opened: compared })
  return {
    variables: [
      ...bind(loaded, variables, { variables: occasion.variables, before, context }),
      ...(submission.action === null ? [] : [actionOf(submission.action)]),
    ],
    claims: toFieldClaims(document, read.lookUps),
    files: files.map(({ name, files: list, isPart }) => ({
      variable: name,
      files: list,
      holds: isPart ? 'value' : isSingle(loaded, name) ? 'file' : 'list',
    })),
  }
}

/** More files than one form can hold. */
const maxFiles = 1_000

/** Returns ids of the files that a submission names. */
export function listFileIds({ document }: LoadedForm, values: FormSubmission['values']): string[] {
  const ids: string[] = []
  mapEntries(document.data, values, (list, { type }) => {
    if (!holdsFiles(type)) return list
    for (const file of Array.isArray(list) ? (list as unknown[]) : []) if (ids.length < maxFiles) ids.push(idOf(file))
    return list
  })
  return ids
}

function refuseForm(problems: readonly Problem[]): Refusal {
  const details = problems.map(({ field, ...fault }) => ({
    where: field,
    message: presentProblem(fault),
    code: fault.code,
  }))
  return refuse(
    'form.invalid',
    'Expected valid values, but some are missing or not valid. Correct them, and send the form again.',
    details,
  )
}

function withKnownFiles(
  { document }: LoadedForm,
  values: FormSubmission['values'],
  uploads: ReadonlyMap<string, FileValue>,
): { values: FormSubmission['values'] } | { problems: Problem[] } {
  const problems: Problem[] = []
  const known = mapEntries(document.data, values, (list, { type }, path) => {
    if (!holdsFiles(type) || !Array.isArray(list)) return list
    const found = (list as unknown[]).map((file) => uploads.get(idOf(file)))
    if (found.includes(undefined)) problems.push({ field: path, code: 'file.invalid' })
    return found
  })
  return problems.length > 0 ? { problems } : { values: known }
}

/** Fields that name somebody who does not exist, or whom they do not take. */
function listStrangers({ document }: LoadedForm, values: FormSubmission['values'], named: KnownNamed): Problem[] {
  const problems: Problem[] = []
  mapEntries(document.data, values, (entry, { type, node }, path) => {
    const kind = namedBy(type)
    if (kind !== null && kind !== 'look-up' && !listNamed(entry).every((id) => named.get(node)?.has(id)))
      problems.push({ field: path, code: `${kind}.unknown` })
    return entry
  })
  return problems
}

function idOf(file: unknown): string {
  return typeof file === 'object' && file !== null && 'id' in file && typeof file.id === 'string' ? file.id : ''
}

/** Returns a box that the model asks next is no where nobody has ticked it. */
function answersOf({ answered }: LoadedForm, values: FormValues): FormValues {
  return Object.fromEntries(answered.map((name) => [name, values[name] ?? null]))
}

/** Adds defaults as the engines do: where nothing was submitted and no variable exists yet. */
function withDefaults(
  { bindings }: LoadedForm,
  current: FormValues,
  values: FormValues,
  { variables }: MeteredOccasion,
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

/**
 * A field that an expression of the model fills opens with the value at that place: unchanged, it writes nothing. Where
 * there is no value yet it opens with a default, which is written. An expression that only calculates is written too.
 */
function compareBound(
  { document, bindings }: LoadedForm,
  { current, sent, variables }: { current: FormValues; sent: FormValues; variables: VisibleVariables },
): { values: FormValues; opened: FormValues } {
  const changed = listChangedValues(document, current, sent)
  const values = { ...sent }
  const opened = { ...current }
  for (const { key, expression } of bindings) {
    if (expression === null) continue
    const placed = findPlaced(expression, variables)
    if (placed === null) delete opened[key]
    else if (placed.value !== undefined && !Object.hasOwn(changed, key)) delete values[key]
  }
  return { values, opened }
}

interface Writing {
  readonly variables: VisibleVariables
  readonly before: Readonly<Record<string, TypedVariable>>
  readonly context: EntryContext
}

function bind(
  { bindings }: LoadedForm,
  variables: readonly NamedVariable[],
  { variables: known, before, context }: Writing,
): PlainVariable[] {
  const bound = new Map(
    bindings.filter(({ expression }) => expression !== null).map((binding) => [binding.variable, binding]),
  )
  let seen = known
  return variables.map((variable) => {
    const binding = bound.get(variable.name)
    // Two fields may write into one variable: the second sees what the first has written.
    const placed = binding === undefined ? null : writeByExpression(binding, variable, seen)
    const written = placed === null ? null : keepTypeOfPlaced(placed, before[placed.name], context)
    if (written === null) return plainOf(variable, known.get(variable.name))
    seen = new Map([...seen, [written.name, written.value]])
    return written
  })
}

function keepTypeOfPlaced(
  { name, value }: PlainVariable,
  before: TypedVariable | undefined,
  context: EntryContext,
): PlainVariable {
  if (value.value instanceof Uint8Array) return { name, value }
  const kept = keepType({ name, type: value.type, value: value.value }, before, context)
  return { name, value: { ...value, type: kept.type, value: kept.value } }
}

/** Returns a context that was an object of a Java class stays one. */
function plainOf({ name, type, value }: NamedVariable, before: TypedValue | undefined): PlainVariable {
  const isObject = type === 'Json' && before?.type === 'Object'
  return { name, value: isObject ? { type: 'Object', value, info: before.info } : { type, value, info: null } }
}

function actionOf(action: string): PlainVariable {
  return { name: actionVariable, value: { type: 'String', value: action, info: null } }
}

function isSingle({ document }: LoadedForm, name: string): boolean {
  const node = document.data.find((one) => variableOf(one) === name)
  return (node?.kind === 'field' ? (node.props.maxfiles ?? 1) : 1) === 1
}
