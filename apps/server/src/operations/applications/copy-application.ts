import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { copyStatements } from '../forms/copy-forms.ts'
import { listFormsOf } from '../forms/form.ts'
import { findFreeKeys } from '../forms/free-names.ts'
import type { OperationContext } from '../operation-context.ts'
import { type ApplicationDetails, findApplication, noSuchApplication } from './application.ts'
import { insertApplication } from './create-application.ts'
import { refuseApplicationDesigner } from './policy.ts'
import { withFreeApplicationNames } from './taken-names.ts'

/**
 * Copies an application with the last version of all that is in use in it, all of it or nothing. Keys are for the whole
 * workplace, so the copies get others.
 *
 * @returns the id of the copy.
 */
export async function copyApplication(
  { db, clock, runtime }: OperationContext,
  user: User,
  { sourceId, details }: { readonly sourceId: string; readonly details: ApplicationDetails },
): Promise<string | Refusal> {
  const refusal = refuseApplicationDesigner(user)
  if (refusal !== null) return refusal
  const id = runtime.newId()
  const at = clock()
  return withFreeApplicationNames(() =>
    db.withTransaction(actorOf(user), async (tx) => {
      const source = await findApplication(tx, user.workplaceId, sourceId)
      if (source === null) return noSuchApplication()
      const refused = await insertApplication(tx, user, { id, details, at })
      if (refused !== null) return refused
      await copyForms(tx, user, { from: source.id, to: id, at, newId: runtime.newId })
      return id
    }),
  )
}

interface Copying {
  readonly from: string
  readonly to: string
  readonly at: Date
  readonly newId: () => string
}

async function copyForms(tx: Tx, user: User, { from, to, at, newId }: Copying): Promise<void> {
  const sources = await listFormsOf(tx, user.workplaceId, from)
  if (sources.length === 0) return
  const keys = await findFreeKeys(
    tx,
    user.workplaceId,
    sources.map(({ form_key }) => form_key ?? ''),
  )
  const copies = sources.map(({ id, name, labels }, index) => ({
    sourceId: id,
    applicationId: to,
    name,
    formKey: keys[index] ?? null,
    labels,
  }))
  await tx.batch(copyStatements(user, { copies, sources, ids: copies.map(newId), at: at.toISOString() }))
}
