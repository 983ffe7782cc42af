import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type DraftKey, startSubject } from '../../runtime/forms/drafts.ts'
import { noSuchProcess, refuseAnyStart, refuseStart } from '../processes/policy.ts'
import { findStartable } from '../processes/startable.ts'
import { refuseWork } from '../tasks/policy.ts'
import { loadTaskFor } from '../tasks/task.ts'
import type { DraftForm } from './draft-nodes.ts'

/** The owner of a form: a task, or a version of a process that the form starts. */
export interface DraftPlace {
  readonly kind: 'task' | 'start'
  /** The id of the task; of the definition. */
  readonly id: string
}

/**
 * Checks what does not depend on the form, before it is loaded. Returns null when the call may continue, otherwise a
 * refusal.
 */
export function refuseAnyDraft(user: Person, { kind }: DraftPlace): Refusal | null {
  return kind === 'task' ? refuseWork(user, 'complete') : refuseAnyStart(user)
}

/** Finds the key of a draft for users who may complete the task or start the process. */
export async function findDraftKey(
  tx: Tx,
  user: Person,
  { kind, id }: DraftPlace,
): Promise<(DraftKey & { readonly form: DraftForm }) | Refusal> {
  const { workplaceId, id: userId } = user
  if (kind === 'task') {
    const task = await loadTaskFor(tx, user, { id, action: 'complete' })
    return task instanceof Refusal ? task : { workplaceId, userId, kind, subject: task.id, form: task }
  }
  const row = await findStartable(tx, workplaceId, id)
  if (row === null) return noSuchProcess()
  const form = { definitionId: row.id, taskKey: null, formKey: null }
  return refuseStart(user, row) ?? { workplaceId, userId, kind, subject: startSubject(row), form }
}
