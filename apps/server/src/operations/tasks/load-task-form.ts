import type { UserTask } from '@millrace/bpmn'
import { holdsFiles, listFields, restrictForm, variableOf } from '@millrace/forms'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import { membershipsOf, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { type Basis, readBasis } from '../../runtime/forms/basis.ts'
import { listInstanceFiles } from '../../runtime/forms/files.ts'
import { type LoadedForm, loadForm } from '../../runtime/forms/load-form.ts'
import { type FormOccasion, namesOfForm } from '../../runtime/forms/open-form.ts'
import { readTaskVariables, type VisibleVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { TaskPlace } from './task.ts'

/** Loads the form of an open task, without its values. */
export async function loadFormOfTask(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  { id, taskKey, rootId, elementId, definitionId, formKey }: TaskPlace,
): Promise<LoadedForm> {
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
  if (definition === null)
    throw new Error(`Expected the definition ${definitionId} of task ${id}, but it is not there.`)
  const element = definition.model.elements[taskKey] as UserTask | undefined
  const place = { workplaceId, definition, elementId: taskKey, form: element?.form ?? null, formKey }
  return loadForm(runtime, tx, place, () => readTaskVariables(tx, { workplaceId, taskId: id, rootId, elementId }, null))
}

/** Returns the basis of the form values of an open task for this user (see `readBasis`). Hidden values do not count. */
export function readBasisOfTask(
  tx: Tx,
  { user, task, form }: { user: Person; task: TaskPlace; form: LoadedForm },
): Promise<Basis> {
  const { id: taskId, rootId, elementId } = task
  const place = { workplaceId: user.workplaceId, taskId, rootId, elementId }
  if (namesOfForm(form) === null) return readBasis(tx, place, null)
  const { hidden } = restrictForm(form.document, membershipsOf(user))
  const shown = form.document.data.filter(({ node }) => !hidden.has(node))
  return readBasis(tx, place, [...new Set(shown.map(variableOf))])
}

interface TaskOpening {
  readonly user: Person
  readonly task: TaskPlace
  readonly timeZone: string
}

/** Loads the form of an open task, with its initial values for this user. */
export async function loadTaskForm(
  runtime: Runtime,
  tx: Tx,
  opening: TaskOpening,
): Promise<{ form: LoadedForm; occasion: FormOccasion }> {
  const form = await loadFormOfTask(runtime, tx, opening.user.workplaceId, opening.task)
  return { form, occasion: await readOccasion(runtime, tx, form, opening) }
}

/** Loads the form of a task together with the basis of its values, in the same number of round trips. */
export async function loadTaskFormWithBasis(
  runtime: Runtime,
  tx: Tx,
  opening: TaskOpening,
): Promise<{ form: LoadedForm; occasion: FormOccasion; basis: Basis }> {
  const form = await loadFormOfTask(runtime, tx, opening.user.workplaceId, opening.task)
  const [occasion, basis] = await Promise.all([
    readOccasion(runtime, tx, form, opening),
    readBasisOfTask(tx, { ...opening, form }),
  ])
  return { form, occasion, basis }
}

async function readOccasion(
  runtime: Runtime,
  tx: Tx,
  form: LoadedForm,
  { user, task, timeZone }: TaskOpening,
): Promise<FormOccasion> {
  const { workplaceId, username } = user
  const { id, rootId, elementId, instanceId } = task
  const place = { workplaceId, taskId: id, rootId, elementId }
  const names = namesOfForm(form)
  const all = await readTaskVariables(tx, place, names)
  const variables = names === null ? withoutRestricted(all, user, await keyOf(runtime, tx, workplaceId, task)) : all
  const hasFiles = listFields(form.document.data).some(({ type }) => holdsFiles(type))
  const files = hasFiles ? await listInstanceFiles(tx, workplaceId, instanceId) : new Map()
  return {
    ...{ variables, files, timeZone, dayZone: runtime.zone },
    ...{ now: runtime.clock(), userId: username, memberships: membershipsOf(user) },
  }
}

/** Returns the variables for a form that names none and shows all of them: without those that the user may not see. */
export function withoutRestricted(variables: VisibleVariables, user: Person, processKey: string): VisibleVariables {
  const isHidden = hidingFrom(user)
  return new Map([...variables].filter(([name]) => !isHidden(name, processKey)))
}

async function keyOf(runtime: Runtime, tx: Tx, workplaceId: string, { definitionId }: TaskPlace): Promise<string> {
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
  return definition?.key ?? ''
}
