import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Basis } from '../../runtime/forms/basis.ts'
import type { LoadedForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { loadStartForm } from '../processes/load-start-form.ts'
import { loadTaskForm, readBasisOfTask } from '../tasks/load-task-form.ts'
import { findOpenTask } from '../tasks/task.ts'
import type { FormLink } from './form-link.ts'

/** Loads the form of a public link with its initial values; null when it no longer exists. */
export async function loadLinkForm(
  runtime: Runtime,
  tx: Tx,
  link: FormLink,
  { user, timeZone }: { user: Person; timeZone: string },
): Promise<LinkForm | null> {
  if (link.task_id === null) return loadStartForm(runtime, tx, { user, id: link.definition_id, timeZone })
  const task = await findOpenTask(tx, link.workplace_id, link.task_id)
  if (task === null) return null
  const loaded = await loadTaskForm(runtime, tx, { user, task, timeZone })
  return { ...loaded, basis: await readBasisOfTask(tx, { user, task, form: loaded.form }) }
}

interface LinkForm {
  readonly form: LoadedForm
  readonly occasion: FormOccasion
  /** For a task: which values its form has. */
  readonly basis?: Basis
}
