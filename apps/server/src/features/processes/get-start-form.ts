import type { AnswerOf, processCalls } from '@millrace/contract'
import { loadStartForm } from '../../operations/processes/load-start-form.ts'
import { noSuchProcess, refuseStart } from '../../operations/processes/policy.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findDraft, startSubject } from '../../runtime/forms/drafts.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormAside } from '../../runtime/threads/fill-form.ts'
import { type DefinitionRow, findDefinition } from './definition-queries.ts'
import { presentDefinition } from './present-instance.ts'

export async function getStartForm(
  runtime: Runtime,
  user: User,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<AnswerOf<typeof processCalls.startForm>> {
  const { workplaceId, id: userId } = user
  const { row, loaded, draft } = await runtime.db.read(user, async (tx) => {
    const row = await getStartable(tx, user, id)
    const [loaded, draft] = await Promise.all([
      loadStartForm(runtime, tx, { user, id, timeZone }),
      findDraft(tx, { workplaceId, userId, kind: 'start', subject: startSubject(row) }),
    ])
    return { row, loaded, draft }
  })
  if (loaded === null) throw noSuchProcess()
  const { form, occasion } = loaded
  const { description, category } = row
  return {
    definition: { ...presentDefinition(row), description, category },
    form: await openFormAside(runtime, workplaceId, form, { ...occasion, draft }),
  }
}

/** @throws Refusal when the user may not start it, or nobody can. */
export async function getStartable(tx: Tx, user: User, id: string): Promise<DefinitionRow> {
  const row = await findDefinition(tx, user.workplaceId, id)
  const refusal = row === null ? noSuchProcess() : refuseStart(user, row)
  if (row === null || refusal !== null) throw refusal ?? noSuchProcess()
  return row
}
