import type { Form } from '@millrace/bpmn'
import type { Definition } from '@millrace/engine'
import {
  getFieldDefinition,
  holdsFiles,
  listFields,
  type RuntimeDocument,
  restrictForm,
  variableOf,
} from '@millrace/forms'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import { type LoadedForm, loadForm } from './load-form.ts'
import { listShownVariables } from './shown-variables.ts'
import { noVariables } from './variables.ts'

/** A process variable, as a form of its process has it. */
export interface FormVariable {
  readonly name: string
  /** The label of the field; empty when it has none. */
  readonly label: string
  readonly isSecret: boolean
}

/** A form that a model names by itself. */
interface NamedForm {
  readonly elementId: string
  readonly formKey: string | null
  readonly form: LoadedForm
}

/** The forms of a process, cached as long as its model. */
interface FormsOfProcess {
  readonly forms: readonly NamedForm[]
  readonly variables: readonly FormVariable[]
}

/**
 * Lists the top-level variables of the forms of a process, for forms that its model names directly and not by an
 * expression.
 */
export async function listFormVariables(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  definition: Definition,
): Promise<readonly FormVariable[]> {
  return (await readForms(runtime, tx, workplaceId, definition)).variables
}

/** Variables and files that a form of a task shows. */
export interface ShownByTask {
  readonly definitionId: string
  readonly taskKey: string
  /** The form key of the task: a different one means a different form. */
  readonly formKey: string | null
  /** Variables of the instance. */
  readonly names: ReadonlySet<string>
}

/**
 * Lists the variables that the forms of the tasks of a process show a user regardless of the instance, without secret
 * fields. Forms that are named by an expression or unknown to this product are left out.
 *
 * @param memberships the roles and groups of the user.
 */
export async function listShownByTasks(
  runtime: Runtime,
  tx: Tx,
  {
    workplaceId,
    definition,
    memberships,
  }: { workplaceId: string; definition: Definition; memberships: readonly string[] },
): Promise<readonly ShownByTask[]> {
  const { forms, variables } = await readForms(runtime, tx, workplaceId, definition)
  const secret = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])))
  return forms.flatMap(({ elementId, formKey, form }) => {
    if (definition.model.elements[elementId]?.type !== 'userTask') return []
    const names = listShownVariables(form, memberships).filter((name) => !secret.has(name))
    return names.length === 0
      ? []
      : [{ definitionId: definition.id, taskKey: elementId, formKey, names: new Set(names) }]
  })
}

/**
 * Lists the variables whose files the forms of a process show a user. A variable that any form of the process restricts
 * to other roles and groups is left out, and so are lists and groups with such a part. Forms that the model names by an
 * expression are not included.
 *
 * @param sent start events and user tasks, by their ids in the model: only their forms count.
 * @param memberships the roles and groups of the user.
 */
export async function listShownFiles(
  runtime: Runtime,
  tx: Tx,
  {
    workplaceId,
    definition,
    memberships,
    sent,
  }: { workplaceId: string; definition: Definition; memberships: readonly string[]; sent: ReadonlySet<string> },
): Promise<string[]> {
  const { forms } = await readForms(runtime, tx, workplaceId, definition)
  const shown = new Set<string>()
  const kept = new Set<string>()
  for (const { elementId, form } of forms) {
    if (form.isGeneric) continue
    const { hidden } = restrictForm(form.document, memberships)
    for (const node of form.document.data) {
      const holding = listFields([node]).filter(({ type }) => holdsFiles(type))
      if (holding.length === 0) continue
      if (hidden.has(node.node) || holding.some((field) => hidden.has(field.node))) kept.add(variableOf(node))
      else if (sent.has(elementId)) shown.add(variableOf(node))
    }
  }
  return [...shown].filter((name) => !kept.has(name))
}

/**
 * Whether the form of an element has a file field for a variable (`names`), can show it (`may`), or cannot (`none`).
 */
export type FileFit = 'names' | 'may' | 'none'

/**
 * Decides from its document, without opening it, whether a form shows a file. Forms that only the instance knows may
 * show anything.
 *
 * @param formKey the key in the task; default: the key in the model.
 */
export async function fitOfFile(
  runtime: Runtime,
  tx: Tx,
  {
    workplaceId,
    definition,
    elementId,
    formKey,
  }: { workplaceId: string; definition: Definition; elementId: string; formKey?: string | null },
  variable: string,
): Promise<FileFit> {
  const { forms } = await readForms(runtime, tx, workplaceId, definition)
  const known = forms.find(
    (one) => one.elementId === elementId && (formKey === undefined || (one.formKey ?? '') === (formKey ?? '')),
  )
  if (known === undefined) return 'may'
  const holding = known.form.document.data.filter((node) => listFields([node]).some(({ type }) => holdsFiles(type)))
  if (holding.some((node) => variableOf(node) === variable)) return 'names'
  return holding.length > 0 ? 'may' : 'none'
}

async function readForms(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  definition: Definition,
): Promise<FormsOfProcess> {
  const known = kept.get(definition)
  if (known !== undefined) return known
  const forms: NamedForm[] = []
  const found = new Map<string, FormVariable>()
  for (const [elementId, element] of Object.entries(definition.model.elements)) {
    const form = 'form' in element ? (element.form as Form | null) : null
    if (form === null) continue
    const formKey = form.key?.text ?? null
    if (formKey !== null && /^=|[$#]\{/.test(formKey)) continue
    const place = { workplaceId, definition, elementId, form, formKey }
    const loaded = await loadForm(runtime, tx, place, async () => noVariables)
    forms.push({ elementId, formKey, form: loaded })
    for (const variable of variablesOf(loaded.document)) {
      const before = found.get(variable.name)
      // Secret in one form is secret.
      found.set(
        variable.name,
        before === undefined ? variable : { ...before, isSecret: before.isSecret || variable.isSecret },
      )
    }
  }
  const all = { forms, variables: [...found.values()] }
  kept.set(definition, all)
  return all
}

const kept = new WeakMap<Definition, FormsOfProcess>()

/** Returns a list or group is secret where something in it is. */
function variablesOf({ data }: RuntimeDocument): FormVariable[] {
  return data.map((node) => ({
    name: variableOf(node),
    label: typeof node.props.label === 'string' ? node.props.label : '',
    isSecret: listFields([node]).some(({ type }) => getFieldDefinition(type).isSecret === true),
  }))
}
