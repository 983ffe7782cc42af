import type { ExpressionText, Form, FormField } from '@millrace/bpmn'
import { fromPlain, type PlainVariable, type TypedValue } from '@millrace/engine'
import { defaultDatePattern } from '@millrace/forms'
import { evaluateTexts, type TextAnswer } from '../../runtime/threads/evaluate-texts.ts'
import type { Call } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { presentTyped } from '../values/present-value.ts'
import { checkConstraints } from './check-constraints.ts'
import { convertToField } from './convert-to-field.ts'
import { writeDate } from './write-date.ts'

/** The context of the fields of a generated form. */
export interface FieldContext {
  readonly variables: ReadonlyMap<string, TypedValue>
  /** Returns the result of an expression of a field. */
  readonly answerOf: (text: ExpressionText) => TextAnswer
  /** Form properties of Flowable and Activiti are texts to their readers, whatever their type. */
  readonly showsTexts?: boolean
}

export type Submission =
  | { readonly ok: true; readonly variables: readonly PlainVariable[] }
  | { readonly ok: false; readonly message: string }

/** Creates the context of the fields of a form: evaluates their expressions. */
export async function createFieldContext(
  { runtime, actor }: Pick<Call, 'runtime' | 'actor'>,
  fields: readonly FormField[],
  { variables, showsTexts = false }: Pick<FieldContext, 'variables' | 'showsTexts'>,
): Promise<FieldContext> {
  const texts = fields
    .flatMap(({ expression, defaultValue }) => [expression, defaultValue])
    .filter((text) => text !== null)
  const occasion = { texts, variables, now: runtime.clock(), zone: runtime.zone, userId: null }
  return { variables, showsTexts, answerOf: await evaluateTexts(runtime, actor.workplaceId, occasion) }
}

/** Presents the fields of a form with their values: the value of the variable, otherwise the default. */
export function presentFields(fields: readonly FormField[], context: FieldContext): Record<string, unknown> {
  const shown = fields
    .filter(({ isReadable }) => isReadable)
    .map((field) => [field.id, presentTyped(asFormValue(field, shownValue(field, context)))] as const)
  return Object.fromEntries(shown)
}

/** Camunda's forms have dates as texts in the pattern of the field (`DateFormType.convertToFormValue`). */
function asFormValue({ type, datePattern }: FormField, typed: TypedValue): TypedValue {
  if (type !== 'date' || (typed.type !== 'Date' && typed.value !== null)) return typed
  const text = typed.value === null ? '' : writeDate(new Date(String(typed.value)), datePattern ?? defaultDatePattern)
  return { type: 'String', value: text, info: null }
}

/** Returns the values of the fields of a generated form. */
export function valuesOf(context: FieldContext): (field: FormField) => unknown {
  return (field) => shownValue(field, context).value
}

/**
 * Lists the fields that become variables. The field with the business key does not, as in Camunda
 * (`DefaultFormHandler`).
 */
export function listSubmitted(form: Form | null | undefined): readonly FormField[] {
  return form?.fields.filter(({ id }) => id !== form.businessKeyField) ?? []
}

/**
 * Returns the variables that a submitted form sets: each field with its type and constraints, and its default if it was
 * not submitted. Other submitted variables are added unchanged.
 */
export function submitFields(
  fields: readonly FormField[],
  submitted: readonly PlainVariable[],
  context: FieldContext,
): Submission {
  const given = new Map(submitted.map(({ name, value }) => [name, value]))
  const variables: PlainVariable[] = []
  for (const field of fields) {
    const value = given.get(field.id)
    given.delete(field.id)
    const fault =
      value !== undefined && !field.isWritable
        ? `form property '${field.id}' is not writable`
        : checkConstraints(field, value, context)
    if (fault !== null) return { ok: false, message: fault }
    const converted = convertToField(field, value ?? defaultOf(field, context))
    if (!converted.ok) return converted
    if (converted.value !== null) variables.push({ name: field.variable ?? field.id, value: converted.value })
  }
  return { ok: true, variables: [...variables, ...Array.from(given, ([name, value]) => ({ name, value }))] }
}

function shownValue(field: FormField, context: FieldContext): TypedValue {
  const typed = fieldValue(field, context)
  if (context.showsTexts !== true || typed.value === null || typed.value instanceof Uint8Array || typed.type === 'Date')
    return typed
  return { type: 'String', value: String(typed.value), info: null }
}

function fieldValue(field: FormField, context: FieldContext): TypedValue {
  const variable = context.variables.get(field.variable ?? field.id)
  if (variable !== undefined) {
    const fitting = convertToField(field, variable)
    return fitting.ok && fitting.value !== null ? fitting.value : variable
  }
  const value = field.expression === null ? defaultOf(field, context) : fromPlain(evaluate(field.expression, context))
  const converted = convertToField(field, value)
  return converted.ok && converted.value !== null
    ? converted.value
    : { type: emptyTypes[field.type] ?? 'Null', value: null, info: null }
}

const emptyTypes: Readonly<Record<string, string>> = {
  string: 'String',
  enum: 'String',
  long: 'Long',
  boolean: 'Boolean',
  date: 'Date',
  double: 'Double',
}

function defaultOf({ defaultValue }: FormField, context: FieldContext): TypedValue | undefined {
  return defaultValue === null ? undefined : fromPlain(evaluate(defaultValue, context))
}

function evaluate(text: NonNullable<FormField['defaultValue']>, { answerOf }: FieldContext): unknown {
  const answer = answerOf(text)
  if (answer.ok) return answer.value
  if (answer.isUnreadable) return null
  throw new RestRefusal(
    400,
    'ProcessEngineException',
    `The expression “${text.text}” of a form failed: ${answer.message}`,
    0,
  )
}
