import type { OpenedForm } from '@millrace/contract'
import type { Allowance } from '@millrace/expressions'
import {
  type FileValue,
  type FormContext,
  holdsFiles,
  type JsonValues,
  openValues,
  type RuntimeDocument,
  readValues,
  valuesToJson,
  variableOf,
} from '@millrace/forms'
import { evaluateBinding, type MeteredContext } from './bindings.ts'
import type { LoadedForm, ReadyForm } from './load-form.ts'
import { toFormVariables, toPlainVariables, type VisibleVariables } from './variables.ts'

/** The values, user and time with which a form is opened. */
export interface FormOccasion {
  readonly variables: VisibleVariables
  /** Uploads that are kept for the instance, by the variable that they belong to. */
  readonly files: ReadonlyMap<string, readonly FileValue[]>
  /** IANA name, checked by the caller. */
  readonly timeZone: string
  /** The IANA name of the time zone in which days of variables begin: that of the installation, for every reader. */
  readonly dayZone: string
  readonly now: Date
  readonly userId: string
  /** Roles and group keys of the user, as forms name them in access rules. */
  readonly memberships: readonly string[]
}

/** The occasion of a form, with an allowance for opening or reading it. */
export interface MeteredOccasion extends FormOccasion {
  readonly allowance: Allowance
}

/** Returns the form as the browser gets it. @throws OutOfAllowance */
export function openForm(loaded: ReadyForm, occasion: MeteredOccasion): OpenedForm {
  const { document, unsupported, isGeneric } = loaded
  const read = new Set(loaded.outsideNames)
  const variables = Object.fromEntries(
    Object.entries(toPlainVariables(occasion.variables)).filter(([name]) => read.has(name)),
  )
  return {
    document,
    values: openingValues(loaded, occasion),
    variables,
    dates: Object.keys(variables).filter((name) => variables[name] instanceof Date),
    dayZone: occasion.dayZone,
    // Threads know nobody: see `openFormInThread`.
    names: [],
    draft: null,
    unsupported: [...unsupported],
    isStandIn: isGeneric && unsupported.length > 0,
  }
}

/**
 * Returns the initial values of a form: values of bound variables, variables with the name of a field, files, otherwise
 * defaults.
 */
export function openingValues(loaded: ReadyForm, occasion: MeteredOccasion): JsonValues {
  const { document, bindings } = loaded
  const context = createFormContext(loaded, occasion)
  const values: Record<string, unknown> = Object.assign(
    Object.create(null),
    openValues(document, toFormVariables(occasion.variables), context),
  )
  for (const node of document.data) {
    const files = node.kind === 'field' && holdsFiles(node.type) ? occasion.files.get(variableOf(node)) : undefined
    if (files !== undefined) values[node.key] = files
  }
  for (const binding of bindings) {
    const entry = evaluateBinding(binding, occasion.variables, context)
    if (entry !== undefined) values[binding.key] = readEntry(document, binding.key, entry, context)
  }
  return values
}

export function createFormContext(
  { expressions }: ReadyForm,
  { variables, timeZone, dayZone, now, userId, allowance }: MeteredOccasion,
): MeteredContext {
  return { timeZone, dayZone, now, userId, variables: toPlainVariables(variables), expressions, allowance }
}

/**
 * Returns the names of the variables that a form may show, write or ask for; null for a generic form of all variables.
 */
export function namesOfForm(loaded: LoadedForm): string[] | null {
  if (
    loaded.isGeneric ||
    loaded.bindings.some(({ expression, defaultValue }) => isEvaluated(expression) || isEvaluated(defaultValue))
  )
    return null
  return [...new Set([...loaded.document.data.map(variableOf), ...loaded.outsideNames])]
}

function isEvaluated(text: { language: string } | null): boolean {
  return text !== null && text.language !== 'literal'
}

/**
 * Reads the value of a variable for a field: as JSON, or unchanged when the field cannot read it, so that the user can
 * fix it.
 */
function readEntry(document: RuntimeDocument, key: string, entry: unknown, context: FormContext): unknown {
  const { values, problems } = readValues(document, { [key]: entry }, context)
  return problems.length > 0 ? String(entry) : valuesToJson(document, values)[key]
}
